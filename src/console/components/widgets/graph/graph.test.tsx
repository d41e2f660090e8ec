import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Graph } from './graph.tsx';
import { GraphOutline } from './outline.tsx';
import type { GraphFaceProps, GraphNodeView } from './types.ts';

const node = (id: string, title: string, more: Partial<GraphNodeView> = {}): GraphNodeView => ({
  id,
  title,
  kind: 'transform',
  typeLabel: 'Filter',
  icon: 'filter',
  ...more,
});

const NODES = [
  node('s', 'web', { kind: 'source', typeLabel: 'Source, HTTP', icon: 'globe' }),
  node('f', 'Drop debug', {
    throughput: { value: '12.3', unit: 'MB/s' },
    change: -31,
    errors: { count: 2, level: 'err' },
    health: { label: 'Falling behind', shape: 'rolledBack', tone: 'warn' },
  }),
  node('a', 'Archive', {
    kind: 'sink',
    typeLabel: 'Destination, File',
    icon: 'fileOutput',
    health: { label: 'Healthy', shape: 'check', tone: 'ok' },
  }),
  node('b', 'Alerts', { kind: 'sink', typeLabel: 'Destination, HTTP', icon: 'send', disabled: true }),
  node('u', 'Sample', { problem: 'Unconnected' }),
];
const EDGES = [
  { from: 's', to: 'f', share: 1 },
  { from: 'f', to: 'a', share: 0.6 },
  { from: 'f', to: 'b', share: 0.1 },
];

const handlers = () => ({ onOpen: vi.fn<(id: string) => void>(), onCursor: vi.fn<(id: string) => void>() });

function faceProps(more: Partial<GraphFaceProps> = {}): GraphFaceProps {
  return { nodes: NODES, edges: EDGES, label: 'Pipeline', openId: undefined, ...handlers(), ...more };
}

async function drawn(more: Partial<GraphFaceProps> = {}) {
  const props = faceProps(more);
  render(<Graph {...props} />);
  await screen.findByRole('button', { name: /^Filter, Drop debug/ });
  return props;
}

const names = (role: 'button' | 'treeitem') =>
  screen
    .getAllByRole(role)
    .filter((element) => element.dataset.node !== undefined)
    .map((element) => element.getAttribute('aria-label') ?? element.firstElementChild?.textContent ?? '');

const focusedNode = () =>
  document.activeElement instanceof HTMLElement ? document.activeElement.dataset.node : '';

describe('the graph', () => {
  it('has its nodes in the order of the flow, whatever order they come in', async () => {
    await drawn({ nodes: NODES.toReversed() });
    const places = names('button').map((name) => /(\d) of 5/.exec(name)?.[1]);
    expect(places).toEqual(['1', '2', '3', '4', '5']);
  });

  it('says everything a card shows in the name of its node', async () => {
    await drawn();
    const name =
      'Filter, Drop debug, 2 of 5, 12.3 MB/s, minus 31 percent, falling behind, 2 errors, 1 input, 2 outputs, connected to Archive and Alerts';
    expect(names('button')).toContain(name);
    expect(names('button')).toContain(
      'Filter, Sample, 5 of 5, Unconnected, 0 inputs, 0 outputs, connected to nothing',
    );
    expect(names('button')).toContain('Destination, HTTP, Alerts, 4 of 5, disabled, 1 input');
    expect(names('button')).toContain('Destination, File, Archive, 3 of 5, healthy, 1 input');
    // Healthy nodes show no status.
    expect(screen.getByText('Falling behind')).toBeInTheDocument();
    expect(screen.queryByText('Healthy')).toBeNull();
  });

  it('Left and Right follow connections, Up and Down reach siblings', async () => {
    const { onCursor } = await drawn();
    const user = userEvent.setup();
    await user.tab();
    expect(focusedNode()).toBe('s');
    await user.keyboard('{ArrowRight}');
    expect(focusedNode()).toBe('f');
    await user.keyboard('{ArrowRight}');
    const branch = focusedNode();
    expect(['a', 'b']).toContain(branch);
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    await user.keyboard('{ArrowLeft}');
    expect(focusedNode()).toBe('f');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(focusedNode()).toBe('s');
    expect(onCursor).toHaveBeenLastCalledWith('s');
  });

  it('has one tab stop among its nodes, and opens with Enter', async () => {
    const { onOpen } = await drawn();
    const user = userEvent.setup();
    const stops = screen
      .getAllByRole('button')
      .filter((element) => element.dataset.node !== undefined && element.tabIndex === 0);
    expect(stops).toHaveLength(1);
    await user.tab();
    await user.keyboard('{ArrowRight}{Enter}');
    expect(onOpen).toHaveBeenCalledWith('f');
  });

  it('zooms with plus and minus and fits with 0', async () => {
    await drawn();
    const user = userEvent.setup();
    await user.tab();
    const before = screen.getByText(/^\d+%$/).textContent;
    await user.keyboard('-');
    expect(screen.getByText(/^\d+%$/).textContent).not.toBe(before);
    await user.keyboard('0');
    expect(screen.getByText(/^\d+%$/).textContent).toBe(before);
  });

  it('keeps the places of its nodes while only figures change', async () => {
    const props = faceProps();
    const { rerender } = render(<Graph {...props} />);
    const card = await screen.findByRole('button', { name: /^Filter, Drop debug/ });
    const place = card.style.cssText;
    const figures = NODES.map((one) => ({ ...one, throughput: { value: '1', unit: 'B/s' } }));
    rerender(<Graph {...props} nodes={figures} />);
    expect(screen.getByRole('button', { name: /^Filter, Drop debug/ }).style.cssText).toBe(place);
  });
});

describe('marks of the graph', () => {
  const described = (title: RegExp) => screen.getByRole('button', { name: title });

  it('are said as well as drawn: selection, search, forecast and comparison', async () => {
    await drawn({
      selectedIds: ['f'],
      matchedIds: ['a'],
      predicted: { f: -54 },
      diff: { nodes: { u: 'removed' }, edges: {} },
    });
    expect(described(/^Filter, Drop debug,/)).toHaveAccessibleDescription('selected');
    expect(described(/^Filter, Drop debug,/)).toHaveAccessibleName(/predicted minus 54 percent/);
    expect(described(/^Destination, File, Archive,/)).toHaveAccessibleDescription('found');
    expect(described(/^Filter, Sample,/)).toHaveAccessibleName(/^Filter, Sample, 5 of 5, removed/);
  });

  it('number the path of the open node', async () => {
    await drawn({ openId: 'f' });
    const steps = [...document.querySelectorAll<HTMLElement>('[data-on-path]')].map(
      ({ dataset }) => dataset.node,
    );
    expect(steps.sort()).toEqual(['a', 'b', 'f', 's']);
  });

  it('name the output that a connection leaves by', async () => {
    await drawn({ edges: EDGES.map((edge) => (edge.to === 'b' ? { ...edge, output: 'errors' } : edge)) });
    expect(described(/^Filter, Drop debug,/)).toHaveAccessibleName(
      /2 outputs, connected to Archive and Alerts by errors$/,
    );
    expect(screen.getByText('errors')).toBeInTheDocument();
  });
});

describe('an edit', () => {
  it('lays the graph out as a reload would, and keeps the focus', async () => {
    const props = faceProps();
    const { rerender, unmount } = render(<Graph {...props} />);
    const card = await screen.findByRole('button', { name: /^Filter, Drop debug,/ });
    card.focus();
    const placesOf = () =>
      Object.fromEntries(
        [...document.querySelectorAll<HTMLElement>('[data-node]')].map(({ dataset, style }) => [
          dataset.node ?? '',
          `${style.left} ${style.top}`,
        ]),
      );
    const nodes = [...NODES.filter(({ id }) => id !== 'a'), node('n', 'Redact')];
    const edited = { ...props, nodes, edges: [EDGES[0]!, EDGES[2]!, { from: 'f', to: 'n' }] };
    const before = placesOf();
    rerender(<Graph {...edited} />);
    expect(await screen.findByRole('button', { name: /^Filter, Redact,/ })).toBeInTheDocument();
    const after = placesOf();
    expect(focusedNode()).toBe('f');
    rerender(<Graph {...props} />);
    expect(placesOf()).toEqual(before);
    unmount();
    render(<Graph {...edited} />);
    await screen.findByRole('button', { name: /^Filter, Redact,/ });
    expect(placesOf()).toEqual(after);
  });

  it('a node whose id a save replaces keeps card, place and focus', async () => {
    const props = faceProps();
    const { rerender } = render(<Graph {...props} />);
    const card = await screen.findByRole('button', { name: /^Filter, Drop debug,/ });
    card.focus();
    const [left, top] = [card.style.left, card.style.top];
    const renamed = (id: string) => (id === 'f' ? 'f2' : id);
    rerender(
      <Graph
        {...props}
        nodes={NODES.map((one) => ({ ...one, id: renamed(one.id) }))}
        edges={EDGES.map(({ from, to }) => ({ from: renamed(from), to: renamed(to) }))}
      />,
    );
    expect(card).toBe(screen.getByRole('button', { name: /^Filter, Drop debug,/ }));
    expect(document.activeElement).toBe(card);
    expect(card.dataset.node).toBe('f2');
    expect([card.style.left, card.style.top]).toEqual([left, top]);
  });

  it('shows the former picture until another graph is laid out', async () => {
    const props = faceProps();
    const { rerender } = render(<Graph {...props} />);
    await screen.findByRole('button', { name: /^Filter, Drop debug,/ });
    const other = [node('x', 'One'), node('y', 'Two'), node('z', 'Three'), NODES[0]!];
    rerender(<Graph {...props} nodes={other} edges={[{ from: 'x', to: 'y' }]} />);
    expect(screen.getByRole('button', { name: /, web,/ })).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: /, Three,/ })).toBeInTheDocument();
  });
});

describe('the outline', () => {
  it('names the same nodes in the same words as the drawing', async () => {
    await drawn();
    const inDrawing = names('button').sort();
    render(<GraphOutline {...faceProps()} />);
    expect(names('treeitem').sort()).toEqual(inDrawing);
  });

  it('walks through its rows, follows connections and opens with Enter', async () => {
    const props = faceProps();
    render(<GraphOutline {...props} />);
    const user = userEvent.setup();
    await user.tab();
    expect(focusedNode()).toBe('s');
    await user.keyboard('{ArrowDown}');
    expect(focusedNode()).toBe('f');
    await user.keyboard('{ArrowRight}');
    expect(focusedNode()).toBe('a');
    await user.keyboard('{ArrowLeft}{Enter}');
    expect(props.onOpen).toHaveBeenCalledWith('f');
    expect(props.onCursor).toHaveBeenCalledWith('a');
  });

  it('the cursor follows the focus, so commands mean that node', async () => {
    function Host() {
      const [cursor, setCursor] = useState('');
      return (
        <>
          <output>{cursor}</output>
          <GraphOutline {...faceProps({ onCursor: setCursor })} />
        </>
      );
    }
    render(<Host />);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('{End}');
    expect(screen.getByRole('status')).toHaveTextContent('u');
  });
});
