import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GraphHandle } from '../../../components/widgets/graph/types.ts';
import { useNodeFocus } from './use-node-focus.ts';

const FRAME_MS = 16;
const frames = (count: number) => vi.advanceTimersByTime(count * FRAME_MS);

const focusedNode = () =>
  document.activeElement instanceof HTMLElement ? document.activeElement.dataset.node : undefined;

function face(): { element: HTMLElement; handle: GraphHandle } {
  const element = document.createElement('button');
  element.dataset.node = 'n';
  document.body.append(element);
  const nothing = () => undefined;
  const view = { fitAll: nothing, zoom: nothing, actualSize: nothing, toggleMap: nothing };
  return { element, handle: { ...view, focus: () => element.focus() } };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('focus of a node before its card is rendered', () => {
  it('comes when the code of the face takes longer than anyone expects', () => {
    const handle: { current: GraphHandle | null } = { current: null };
    const { result } = renderHook(() => useNodeFocus(handle));
    result.current('n');
    vi.advanceTimersByTime(20_000);
    handle.current = face().handle;
    frames(5);
    expect(focusedNode()).toBe('n');
  });

  it('a hidden former card with the focus does not count', () => {
    const former = face();
    former.element.focus();
    const handle: { current: GraphHandle | null } = { current: null };
    const { result } = renderHook(() => useNodeFocus(handle));
    result.current('n');
    frames(10);
    former.element.remove();
    handle.current = face().handle;
    frames(5);
    expect(focusedNode()).toBe('n');
  });

  it('is given up when impossible, or when the person moves on', () => {
    const focus = vi.fn<GraphHandle['focus']>();
    const handle = { current: { ...face().handle, focus } };
    const { result } = renderHook(() => useNodeFocus(handle));
    result.current('gone');
    vi.advanceTimersByTime(10_000);
    const asked = focus.mock.calls.length;
    frames(20);
    expect(focus).toHaveBeenCalledTimes(asked);

    const elsewhere = document.createElement('input');
    document.body.append(elsewhere);
    elsewhere.focus();
    result.current('gone');
    elsewhere.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    frames(20);
    expect(focus).toHaveBeenCalledTimes(asked + 1);
  });

  it('is there for a key before the next frame', () => {
    const handle: { current: GraphHandle | null } = { current: null };
    const { result } = renderHook(() => useNodeFocus(handle));
    result.current('n');
    handle.current = face().handle;
    const atKey: unknown[] = [];
    const hear = () => atKey.push(focusedNode());
    document.addEventListener('keydown', hear, { capture: true, once: true });
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }));
    expect(atKey).toEqual(['n']);
  });
});
