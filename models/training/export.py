"""Write the ONNX files, which cv2.dnn 4.10 to 5.x load, and their sums into the model cards."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import torch
from nets import CROP_H, CROP_W, Finder, Reader
from torch import nn

ROOT = Path(__file__).resolve().parents[2]
CARD_OF_ALL = ROOT / "models/README.md"


def fused(net: nn.Module) -> nn.Module:
    """Fold each normalisation into the convolution before it: fewer layers, the same numbers."""
    net = net.eval().to(memory_format=torch.contiguous_format)
    for module in list(net.modules()):
        if isinstance(module, nn.Sequential):
            for i in range(len(module) - 1):
                if isinstance(module[i], nn.Conv2d) and isinstance(module[i + 1], nn.BatchNorm2d):
                    module[i] = torch.nn.utils.fusion.fuse_conv_bn_eval(module[i], module[i + 1])
                    module[i + 1] = nn.Identity()
    return net


class Served(nn.Module):
    """The reader as it is served: its logits, and the numbers that it keeps of a crop."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.body, self.head = reader.body, reader.head

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return (logits, embedding), each a node of its own: OpenCV 4 serves only loose ends."""
        kept = self.body(x)
        return self.head(kept), kept * 1.0


def export(
    net: nn.Module,
    path: Path,
    example: torch.Tensor,
    moving: dict[int, str],
    outputs: tuple[str, ...] = ("output",),
) -> None:
    """Export with the old exporter: OpenCV 4.14 dies on files of the new one."""
    torch.onnx.export(
        fused(net),
        (example,),
        str(path),
        opset_version=17,
        dynamo=False,
        input_names=["input"],
        output_names=list(outputs),
        dynamic_axes={"input": moving, **dict.fromkeys(outputs, moving)},
    )


def sign(weights: Path, source: Path) -> str:
    """Write the sum of *weights* into the model card in *source* and into models/README.md."""
    digest = hashlib.sha256(weights.read_bytes()).hexdigest()
    text = source.read_text()
    source.write_text(re.sub(r'sha256="[0-9a-f]{64}"', f'sha256="{digest}"', text))
    row = rf"^(\| `{weights.name}` .*`)[0-9a-f]{{64}}`"
    CARD_OF_ALL.write_text(
        re.sub(row, rf"\g<1>{digest}`", CARD_OF_ALL.read_text(), flags=re.MULTILINE)
    )
    return digest


def export_finder(state: dict, models: Path = ROOT / "models") -> None:
    """Write models/index_finder.onnx."""
    net = Finder()
    net.load_state_dict(state)
    path = models / "index_finder.onnx"
    export(net, path, torch.zeros(1, 3, 384, 640), {0: "n", 2: "h", 3: "w"})
    print(path.name, path.stat().st_size, sign(path, ROOT / "companion/vision/find.py"))


def export_reader(state: dict, models: Path = ROOT / "models") -> None:
    """Write models/corner_reader.onnx."""
    net = Reader()
    net.load_state_dict(state)
    path = models / "corner_reader.onnx"
    example = torch.zeros(2, 3, CROP_H, CROP_W)
    export(Served(net), path, example, {0: "n"}, ("output", "embedding"))
    print(path.name, path.stat().st_size, sign(path, ROOT / "companion/vision/readers/corner.py"))
