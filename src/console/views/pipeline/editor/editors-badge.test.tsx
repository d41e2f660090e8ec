import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import type { LiveServerMessage } from '../../../../contract/live.ts';
import { liveClient } from '../../../api/live-client.ts';
import { describeEditors, EditorsBadge } from './EditorsBadge.tsx';

const person = (name: string) => ({ name, isYou: false });
const you = { name: 'Local', isYou: true };

it.each([
  [[], undefined],
  [[you, you], 'You are editing in another window'],
  [[person('Ada'), you], 'Ada is editing'],
  [[person('Ada'), person('Ada')], 'Ada is editing'],
  [[person('Ada'), person('Bo')], 'Ada and Bo are editing'],
  [['Ada', 'Bo', 'Cy'].map(person), 'Ada and 2 others are editing'],
])('editors: %j are said as %s', (others, said) => {
  expect(describeEditors(others)).toBe(said);
});

it('editors: the badge follows the live channel, and says whether one edits', () => {
  let tell: (message: LiveServerMessage) => void = () => {};
  const subscribe = vi.spyOn(liveClient, 'subscribe').mockImplementation((_, listener) => {
    tell = listener;
    return () => {};
  });
  const pipeline = { id: '1', siteId: '4' } as Pipeline;
  const { rerender } = render(<EditorsBadge pipeline={pipeline} isEditing={false} />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  act(() => tell({ type: 'editors', subscriptionId: 's', editors: [person('Ada')] }));
  expect(screen.getByRole('status')).toHaveTextContent('Ada is editing');
  rerender(<EditorsBadge pipeline={pipeline} isEditing />);
  const topic = { topic: 'editors', siteId: '4', pipelineId: '1' };
  expect(subscribe.mock.calls.map(([asked]) => asked)).toEqual([
    { ...topic, isEditing: false },
    { ...topic, isEditing: true },
  ]);
  act(() => tell({ type: 'editors', subscriptionId: 's', editors: [] }));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
