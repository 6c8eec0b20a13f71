"""The loop both trainings share: rate, averaged weights, checkpoints, progress. Knows no net."""

from __future__ import annotations

import copy
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

Batch = tuple[torch.Tensor, torch.Tensor]
SAVE_EVERY = 100  # steps


@dataclass(frozen=True)
class Course:
    """One training: *loss_of* returns the loss and what to report of a batch by name."""

    name: str
    net: Callable[[], nn.Module]
    loss_of: Callable[[torch.Tensor, torch.Tensor], tuple[torch.Tensor, dict[str, float]]]
    peak_rate: float
    decay: float  # of the weights
    averaged_over: float = 1000.0  # steps that the averaged weights look back


def rate_at(course: Course, step: int, steps: int) -> float:
    """Return the rate of a step: a short climb, then half a cosine down to almost nothing."""
    fall = 0.5 + 0.5 * np.cos(np.pi * min(1.0, step / steps))
    return float(course.peak_rate * min(1, step / 200 + 0.05) * fall + 1e-5)


class Average:
    """Weights averaged over the last steps: calmer answers than the last step's, nearly free."""

    def __init__(self, net: nn.Module, course: Course) -> None:
        self.net = copy.deepcopy(net).eval()
        self.over = course.averaged_over

    @torch.no_grad()
    def follow(self, net: nn.Module, step: int) -> None:
        """Move a little towards *net*; faster at the beginning, when all is still wrong."""
        part = 1 / min(self.over, 1 + step / 4)
        now = net.state_dict()
        for name, mine in self.net.state_dict().items():
            theirs = now[name]
            if mine.dtype.is_floating_point:
                mine.lerp_(theirs, part)
            else:
                mine.copy_(theirs)


def resumed(checkpoint: Path, net: nn.Module, average: Average, rule: torch.optim.Optimizer) -> int:
    """Load *checkpoint* where there is one; return the step to go on with."""
    if not checkpoint.exists():
        return 0
    state = torch.load(checkpoint, weights_only=True)
    net.load_state_dict(state["net"])
    average.net.load_state_dict(state.get("average", state["net"]))
    if "rule" in state:
        rule.load_state_dict(state["rule"])
    return int(state["step"])


def save(
    checkpoint: Path, net: nn.Module, average: Average, rule: torch.optim.Optimizer, step: int
) -> None:
    """Write the checkpoint whole or not at all."""
    part = checkpoint.with_suffix(".part")
    state = {"net": net.state_dict(), "average": average.net.state_dict()}
    torch.save({**state, "rule": rule.state_dict(), "step": step}, part)
    os.replace(part, checkpoint)


def train(
    course: Course,
    stream_from: Callable[[int], Iterator[Batch]],
    checkpoint: Path,
    steps: int,
    until: int | None = None,
    log: Path | None = None,
) -> nn.Module:
    """Train up to step *until* of a course of *steps* and return the averaged net.

    ``stream_from(step)`` begins the batches. Resumes from *checkpoint*, saved every 100 steps.
    """
    torch.manual_seed(1)
    torch.set_num_threads(1)
    net = course.net().to(memory_format=torch.channels_last)
    average = Average(net, course)
    rule = torch.optim.AdamW(net.parameters(), lr=course.peak_rate, weight_decay=course.decay)
    start = resumed(checkpoint, net, average, rule)
    stream, began, seen = stream_from(start), time.time(), []
    end = steps if until is None else until
    for step in range(start, end):
        rule.param_groups[0]["lr"] = rate_at(course, step, steps)
        seen.append(one_step(course, net, rule, next(stream)))
        average.follow(net, step)
        if (step + 1) % SAVE_EVERY == 0 or step + 1 == end:
            took = (time.time() - began) / (step + 1 - start)
            report(course, seen[-SAVE_EVERY:], step + 1, steps, took, log)
            save(checkpoint, net, average, rule, step + 1)
    return average.net


def one_step(
    course: Course, net: nn.Module, rule: torch.optim.Optimizer, batch: Batch
) -> dict[str, float]:
    """Learn from one batch and return what there is to report of it."""
    inputs, truth = batch
    loss, figures = course.loss_of(net(inputs.to(memory_format=torch.channels_last)), truth)
    rule.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    rule.step()
    return {"loss": loss.item(), **figures}


def report(
    course: Course,
    seen: list[dict[str, float]],
    step: int,
    steps: int,
    took: float,
    log: Path | None,
) -> None:
    """Print one line of progress, with what is left, and keep it in the log."""
    means = (f"{key} {np.nanmean([row[key] for row in seen]):.4f}" for key in seen[0])
    left = (steps - step) * took / 60
    line = (
        f"{course.name} {step}/{steps} {' '.join(means)} "
        f"{took * 1000:.0f} ms/step, {left:.0f} min left"
    )
    print(line, flush=True)
    if log:
        with log.open("a") as file:
            file.write(line + "\n")
