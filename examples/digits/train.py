# SPDX-License-Identifier: Apache-2.0
"""Train and score a classifier on scikit-learn's 1797 scans of handwritten digits."""

from typing import NamedTuple

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import Tensor, nn
from torch.nn import functional

EPOCHS = 40
BATCH_SIZE = 32
LEARNING_RATE = 0.01


class Split(NamedTuple):
    """Images are (count, 1, 8, 8) float32 in [0, 1], labels (count,) int64 in 0..9."""

    train_images: Tensor
    train_labels: Tensor
    test_images: Tensor
    test_labels: Tensor


def load_split() -> Split:
    """Return the digits in two parts, 75 % to train on and 25 % held out, each digit equally frequent in both."""
    pixels, labels = load_digits(return_X_y=True)
    images = torch.tensor(pixels, dtype=torch.float32).reshape(-1, 1, 8, 8) / 16
    train_rows, test_rows = train_test_split(range(len(labels)), test_size=0.25, stratify=labels, random_state=0)
    targets = torch.tensor(labels)
    return Split(images[train_rows], targets[train_rows], images[test_rows], targets[test_rows])


def shift_by_a_pixel(images: Tensor, generator: torch.Generator) -> Tensor:
    """Return the images moved together by -1, 0 or 1 pixel in each direction, with zeros where nothing was."""
    height, width = images.shape[2:]
    top, left = torch.randint(0, 3, (2,), generator=generator).tolist()
    return functional.pad(images, (1, 1, 1, 1))[:, :, top : top + height, left : left + width]


@torch.enable_grad()
def train(network: nn.Module, images: Tensor, labels: Tensor, seed: int) -> None:
    """Fit the network in place and leave it in evaluation mode. The same seed and start give the same weights."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # sums keep their order on any number of cores
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.AdamW(network.parameters(), LEARNING_RATE)
    batches_per_epoch = -(-len(images) // BATCH_SIZE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, LEARNING_RATE, total_steps=EPOCHS * batches_per_epoch)
    network.train()
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(images), generator=generator).split(BATCH_SIZE):
            logits = network(shift_by_a_pixel(images[rows], generator))
            loss = functional.cross_entropy(logits, labels[rows], label_smoothing=0.05)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    network.eval()
    torch.set_num_threads(threads)


def accuracy(logits: Tensor, labels: Tensor) -> float:
    """Return the share of rows, from 0 to 1, whose largest logit is at the label."""
    return (logits.argmax(dim=1) == labels).double().mean().item()
