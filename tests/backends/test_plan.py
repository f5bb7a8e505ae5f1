# SPDX-License-Identifier: Apache-2.0
"""The memory plan: simulated byte by byte, compared with brute force, and measured on the shapes of real networks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.plan_checker import TIER, Net, check, live_bytes, operation, smallest_arena, tensor

from penlight.backends.cortex_m.graph import Buffer, DType, Graph, Operation, Tensor
from penlight.backends.cortex_m.overlap import IN_PLACE, Overlap
from penlight.backends.cortex_m.plan import plan
from penlight.runtime.errors import InternalError

ANY_DISTANCE = st.integers(-12, 12)
ANY_STEP = st.sampled_from([1, 1, 3, 8, 100])


@st.composite
def graphs(
    draw: st.DrawFn,
    most_operations: int,
    distances: st.SearchStrategy[int] = ANY_DISTANCE,
    steps: st.SearchStrategy[int] = ANY_STEP,
) -> Graph:
    """Graphs with branches, joins, copies into parts of one buffer, scratch, and any buffers as outputs."""
    size = st.integers(0, 30)
    net = Net(*draw(st.lists(size, min_size=1, max_size=2)))
    buffers = list(net.inputs)
    count = draw(st.integers(0, most_operations))
    while len(net.operations) < count:
        sources = draw(st.lists(st.sampled_from(buffers[-4:]), min_size=1, max_size=2))
        kind = draw(st.sampled_from(["op", "op", "over", "same", "cat"]))
        if kind in ("op", "over"):
            overlap = Overlap(draw(distances), draw(steps)) if kind == "over" else None
            buffers.append(net.op(sources, draw(size), draw(st.sampled_from([0, 0, 9])), overlap))
        elif kind == "same" or len(net.operations) + len(sources) > count:
            buffers.append(net.same(*sources))
        else:
            buffers.append(net.cat(*sources))
    outputs = draw(st.lists(st.sampled_from(buffers), max_size=3))
    return net.graph(*outputs, keep_inputs=draw(st.booleans()))


# Any graph.


@settings(max_examples=100, deadline=None)
@given(graphs(most_operations=14))
def test_any_graph(graph: Graph) -> None:
    """Every value is whole when it is read, and the numbers of the plan are what an independent count gives."""
    check(graph)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(graphs(most_operations=5, distances=st.integers(0, 12), steps=st.just(1)))
def test_small_graph_is_optimal(graph: Graph) -> None:
    """No order and no packing needs less than the plan does."""
    assert check(graph).arena_bytes == smallest_arena(graph)


@settings(max_examples=50, deadline=None)
@given(graphs(most_operations=12))
def test_deterministic(graph: Graph) -> None:
    """The same graph gives the same plan, and so does one whose objects are new."""
    clones: dict[Buffer, Buffer] = {}

    def clone(buffer: Buffer | None) -> Any:
        return buffer and clones.setdefault(buffer, Buffer(buffer.name, buffer.bytes, buffer.data))

    copy = Graph(
        [tensor(clone(t.buffer)) for t in graph.inputs],
        [tensor(clone(t.buffer)) for t in graph.outputs],
        [Operation(o.op, "", {}, tuple(map(clone, o.operands)), o.label) for o in graph.operations],
        graph.keep_inputs,
    )
    first, second = plan(graph, TIER), plan(copy, TIER)
    assert first == plan(graph, TIER)
    assert [op.label for op in first.order] == [op.label for op in second.order]
    assert {clones[b]: start for b, start in first.offsets.items()} == second.offsets


# Cases by hand.


def test_chain() -> None:
    """A chain needs its largest pair of neighbours, scratch included, and keeps its order."""
    net = Net(100)
    x = net.op(net.inputs, 40, scratch=9)
    x = net.op([x], 10)
    result = check(net.graph(x))
    assert result.arena_bytes == result.lower_bound_bytes == 100 + 40 + 12
    assert result.order == tuple(net.operations)
    assert result.peak_operation is net.operations[0]
    assert result.live_bytes == (152, 52)


def test_residual_block() -> None:
    """The sum takes the place of one of its inputs, and the following activation stays there."""
    net = Net(64)
    y = net.op(net.inputs, 64)
    total = net.same(y, net.inputs[0])
    out = net.same(total)
    result = check(net.graph(out))
    assert result.arena_bytes == 128
    assert result.offsets[total] == result.offsets[out]
    assert result.offsets[total] in (result.offsets[y], result.offsets[net.inputs[0]])


def test_order_of_branches() -> None:
    """The branch with the larger peak and the smaller result runs first, although it comes second."""
    net = Net(8)
    small = net.op([net.op(net.inputs, 80)], 64)
    large = net.op([net.op(net.inputs, 200)], 4)
    graph = net.graph(net.op([small, large], 4))
    assert max(live_bytes(graph, graph.operations)) == 64 + 200 + 8
    result = check(graph)
    assert [op.label for op in result.order] == ["op2", "op3", "op0", "op1", "op4"]
    assert result.arena_bytes == 8 + 200 + 4


def test_order_stays_when_nothing_is_gained() -> None:
    """Branches of equal cost run in the given order, whichever it is."""
    for order in ((0, 1, 2), (2, 0, 1)):
        net = Net(8)
        ends = [net.op([net.op(net.inputs, 16)], 8) for _ in range(3)]
        branches = [net.operations[2 * i : 2 * i + 2] for i in order]
        net.operations = [op for branch in branches for op in branch]
        net.op(ends, 4)
        assert check(net.graph(net.operations[-1].outputs[0])).order == tuple(net.operations)


def test_cat_lives_from_its_first_writer() -> None:
    """Writers of one buffer keep their order, its reader comes last, and each part may go once it is copied."""
    net = Net(4)
    parts = [net.op(net.inputs, size) for size in (40, 80, 120)]
    cat = net.cat(*parts)
    result = check(net.graph(net.op([cat], 4)))
    writers = [op for op in result.order if cat in op.outputs]
    assert [op.inputs[0] for op in writers] == parts
    assert result.lifetimes[cat][0] == result.order.index(writers[0])
    assert result.arena_bytes == 240 + 120 + 4


def test_rewritten_buffer() -> None:
    """Who reads a buffer before it is written anew does so in any order, even if the other one needs less."""
    net = Net(8, 100)
    state, update = net.inputs
    y = net.op([state], 64)
    net.emit([update], state)
    result = plan(net.graph(net.op([y], 4), state), TIER)
    assert result.order[:2] == tuple(net.operations[:2])
    assert result.arena_bytes == 8 + 100 + 64


def test_not_the_first_writer() -> None:
    """An operation that completes a buffer cannot put it where its own input lies."""
    net = Net(16)
    out = Buffer("out", 16)
    net.emit([net.op(net.inputs, 8)], out)
    net.emit(net.inputs, out, overlap=IN_PLACE)
    result = check(net.graph(out))
    assert result.offsets[out] != result.offsets[net.inputs[0]]


def test_kept_inputs() -> None:
    """A kept input is there after the run, so that nothing may overwrite it; otherwise it makes room."""
    for keep, size in ((False, 64), (True, 128)):
        net = Net(64)
        out = net.same(net.same(*net.inputs))
        result = check(net.graph(out, keep_inputs=keep))
        assert result.arena_bytes == size
        assert result.lifetimes[net.inputs[0]] == (-1, 2 if keep else 0)


def test_unused_input() -> None:
    """An input that nothing reads has a place before the run, beside the others, and gives it away at once."""
    net = Net(8, 100)
    result = check(net.graph(net.op(net.inputs[:1], 60)))
    assert result.arena_bytes == 108
    assert result.peak_operation is None
    assert result.lifetimes[net.inputs[1]] == (-1, -1)


def test_no_operation() -> None:
    """A program that only passes its input on, twice, needs the place of the input."""
    net = Net(10)
    result = check(net.graph(net.inputs[0], net.inputs[0]))
    assert (result.arena_bytes, result.lower_bound_bytes, result.peak_operation) == (12, 12, None)
    assert check(Graph()).arena_bytes == 0


def test_input_is_output() -> None:
    """An input that is also an output survives operations that could overwrite it."""
    net = Net(32)
    result = check(net.graph(net.inputs[0], net.same(*net.inputs)))
    assert result.arena_bytes == 64


def test_output_twice_and_output_read_later() -> None:
    """An output that appears twice has one place, and an operation that reads it does not take that place."""
    net = Net(32)
    y = net.op(net.inputs, 32)
    z = net.same(y)
    result = check(net.graph(y, z, y))
    assert result.arena_bytes == 64


def test_views_share_a_place() -> None:
    """Two tensors on one buffer are one thing: it lives until the last of them is read."""
    net = Net(16)
    y = net.op(net.inputs, 16)
    z = net.op([y], 16)
    last = net.op([y, z], 16)
    graph = net.graph(last)
    graph.outputs = [Tensor(last, DType.INT8, (4, 4), (0, 1)), Tensor(last, DType.INT8, (16,), (0,))]
    assert check(graph).arena_bytes == 48


@pytest.mark.parametrize("case", ["read later", "constant", "not declared", "one operand of two", "too far"])
def test_not_over_its_input(case: str) -> None:
    """What forbids an output to lie over an input: each of the conditions alone."""
    net = Net(16)
    y = net.op(net.inputs, 16)
    constant = Buffer("c", 16, bytes(16))
    inputs = {"one operand of two": [y, y], "constant": [constant]}.get(case, [y])
    z = Buffer("z", 16)
    overlap = {} if case == "not declared" else {"input0": Overlap(16 if case == "too far" else 0)}
    net.operations.append(operation("op1", inputs, [z], overlaps=overlap))
    end = net.op([y, z] if case in ("read later", "constant") else [z], 4)
    result = check(net.graph(end))
    assert constant not in result.offsets
    assert abs(result.offsets[z] - result.offsets[y]) >= 16


def test_twice_the_same_input() -> None:
    """An output may lie over an input that is two operands, if each of them allows it."""
    net = Net(16)
    assert check(net.graph(net.same(*net.inputs, *net.inputs))).arena_bytes == 16


def test_chain_over_itself() -> None:
    """Each value of a chain lies further down than the one before, by just what its operation needs."""
    net = Net(400)
    x = net.inputs[0]
    for distance in (20, 36, 0, 8):
        x = net.op([x], 400, overlap=Overlap(distance))
    assert check(net.graph(x)).arena_bytes == 400 + 20 + 36 + 8


def test_output_above_its_input() -> None:
    """A negative distance brings back up what a positive one has moved down."""
    net = Net(400)
    x = net.inputs[0]
    for distance in (20, -16, 16, -40, 8):
        x = net.op([x], 400, overlap=Overlap(distance))
    assert check(net.graph(x)).arena_bytes == 400 + 20


def test_growing_and_shrinking() -> None:
    """A small input lies in the end of a large output, and a small output in the start of a large input."""
    net = Net(100)
    large = net.op(net.inputs, 300, overlap=Overlap(200))
    result = check(net.graph(net.op([large], 80, overlap=Overlap(12))))
    assert result.arena_bytes == 312
    assert result.lower_bound_bytes == 312


def test_residual_is_not_overwritten() -> None:
    """A value that a later sum needs keeps its place, while the branch beside it goes over itself."""
    net = Net(200)
    x = net.op(net.inputs, 200, overlap=Overlap(0))
    y = net.op([net.op([x], 200, overlap=Overlap(8))], 200, overlap=Overlap(8))
    result = check(net.graph(net.same(x, y)))
    assert result.arena_bytes == 400 + 8


def test_steps() -> None:
    """Distances are multiples of the step, and of a word."""
    net = Net(120)
    out = net.op(net.inputs, 120, overlap=Overlap(13, 6))
    result = check(net.graph(out))
    assert result.offsets[net.inputs[0]] - result.offsets[out] == 24


def test_other_library() -> None:
    """Where the order of the kernel library is unknown, nothing lies over anything by it."""
    net = Net(64)
    graph = net.graph(net.same(*net.inputs))
    assert plan(graph, TIER).arena_bytes == 64
    assert plan(graph, TIER, own_library=False).arena_bytes == 128


def test_sizes_are_rounded_to_words() -> None:
    """Buffers start at multiples of four bytes, take multiples of four, and empty ones take nothing."""
    net = Net(1, 2, 3, 0)
    result = check(net.graph(net.op(net.inputs, 5)))
    assert sorted(result.offsets[b] for b in net.operations[0].operands if b and b.bytes) == [0, 8, 12, 16]
    assert result.arena_bytes == 12 + 8


def test_read_before_written() -> None:
    """A graph that reads what nothing has written is refused by the buffer's name."""
    net = Net(4)
    missing = Buffer("missing", 4)
    out = net.op([missing], 4)
    with pytest.raises(InternalError, match="op0 reads missing"):
        plan(net.graph(out), TIER)
    with pytest.raises(InternalError, match="output missing"):
        plan(Net(4).graph(missing), TIER)


# Networks.


def mobilenet_v2() -> Graph:
    """96 x 96 x 3, width 0.35."""
    net, side, channels = Net(96 * 96 * 3), 48, 16
    x = net.op(net.inputs, side * side * channels, scratch=300)
    for factor, out, repeats, first_stride in ((1, 8, 1, 1), (6, 8, 2, 2), (6, 16, 3, 2), (6, 24, 4, 2), (6, 32, 3, 1)):
        for i in range(repeats):
            stride = first_stride if i == 0 else 1
            wide = net.op([x], side * side * channels * factor) if factor > 1 else x
            side //= stride
            deep = net.op(
                [wide], side * side * channels * factor, scratch=200, overlap=IN_PLACE if stride == 1 else None
            )
            y = net.op([deep], side * side * out)
            x = net.same(y, x) if stride == 1 and channels == out else y
            channels = out
    return net.graph(net.op([net.op([x], 1280)], 1000))


def resnet() -> Graph:
    """Bottleneck blocks; each stage starts with a convolution on the skip path."""
    net, side, channels = Net(56 * 56 * 3), 28, 16
    x = net.op(net.inputs, side * side * channels, scratch=800)
    for stage in range(4):
        for block in range(3):
            side_in, side = side, side // 2 if stage and not block else side
            skip = x if block else net.op([x], side * side * channels * 4)
            y = net.op([x], side_in * side_in * channels, scratch=100)
            y = net.op([net.op([y], side * side * channels, scratch=900)], side * side * channels * 4)
            x = net.same(net.same(y, skip))
        channels *= 2
    return net.graph(net.op([x], 10))


def inception(modules: int) -> Graph:
    """Four branches joined by copies into one buffer."""
    net, pixels = Net(17 * 17 * 48), 17 * 17
    x = net.op(net.inputs, pixels * 192, scratch=1000)
    for _ in range(modules):
        a = net.op([x], pixels * 64)
        b = net.op([net.op([x], pixels * 96)], pixels * 128, scratch=500)
        c = net.op([net.op([net.op([x], pixels * 16)], pixels * 32, 400)], pixels * 48, scratch=400)
        d = net.op([net.same(x)], pixels * 32)
        x = net.cat(a, b, c, d)
    return net.graph(net.op([x], 10))


def densenet() -> Graph:
    """Dense blocks: each layer's result is copied behind all that came before."""
    net, pixels, channels = Net(32 * 32 * 3), 32 * 32, 24
    x = net.op(net.inputs, pixels * channels)
    for layers in (6, 12, 8):
        for _ in range(layers):
            y = net.op([net.op([net.same(x)], pixels * 48)], pixels * 12, scratch=300)
            x, channels = net.cat(x, y), channels + 12
        pixels, channels = pixels // 4, channels // 2
        x = net.op([net.op([x], pixels * 4 * channels)], pixels * channels)
    return net.graph(net.op([x], 10))


def u_net() -> Graph:
    """Four levels; the results of the way down are joined on the way up."""
    net, pixels, channels = Net(64 * 64), 64 * 64, 8
    x, skips = net.inputs[0], []
    for _ in range(4):
        x = net.op([net.op([x], pixels * channels, 200)], pixels * channels, 200)
        skips.append((x, pixels, channels))
        x = net.op([x], pixels * channels // 4)
        pixels, channels = pixels // 4, channels * 2
    for skip, pixels, channels in reversed(skips):
        x = net.cat(skip, net.op([x], pixels * channels))
        x = net.op([net.op([x], pixels * channels, 200)], pixels * channels)
    return net.graph(net.op([x], 64 * 64 * 2))


def transformer() -> Graph:
    """Four layers of attention with four heads, and of two dense layers."""
    tokens, width, heads = 32, 64, 4
    net = Net(tokens * width)
    x = net.inputs[0]
    for _ in range(4):
        y = net.op([x], tokens * width)
        results = []
        for _ in range(heads):
            query, key, value = (net.op([y], tokens * width // heads) for _ in range(3))
            scores = net.same(net.op([query, net.op([key], tokens * width // heads)], tokens * tokens))
            results.append(net.op([scores, value], tokens * width // heads))
        x = net.same(x, net.op([net.cat(*results)], tokens * width))
        x = net.same(x, net.op([net.same(net.op([net.op([x], tokens * width)], tokens * width * 4))], tokens * width))
    return net.graph(x)


@pytest.mark.parametrize(
    ("build", "most_bytes"),
    [
        pytest.param(mobilenet_v2, 48 * 48 * 48 + 24 * 24 * 48 + 200, id="mobilenet_v2"),
        pytest.param(resnet, 28 * 28 * (64 + 64 + 16), id="resnet"),
        pytest.param(lambda: inception(1), 17 * 17 * (192 + 64 + 128 + 48 + 32 + 48), id="inception_1"),
        pytest.param(lambda: inception(2), 17 * 17 * (272 + 64 + 128 + 48), id="inception_2"),
        pytest.param(lambda: inception(9), 17 * 17 * (272 + 272) + 500, id="inception_9"),
        pytest.param(densenet, 32 * 32 * (84 + 84 + 48), id="densenet"),
        pytest.param(u_net, 64 * 64 * (8 + 4 + 16), id="u_net"),
        pytest.param(transformer, 32 * 64 * (1 + 1 + 4), id="transformer"),
    ],
)
def test_network(build: Callable[[], Graph], most_bytes: int) -> None:
    """The arena of a network's shape is what its worst operation needs, and at most 2 % above the live bytes."""
    graph = build()
    result = check(graph)
    assert result.arena_bytes <= most_bytes
    assert result.arena_bytes <= max(live_bytes(graph, graph.operations))
    assert result.arena_bytes <= 1.02 * result.lower_bound_bytes
