import { expect, test } from 'vitest';
import { createEditors, type Editor } from './editors.ts';

const ada: Editor = { userId: '1', name: 'Ada' };
const bo: Editor = { userId: '2', name: 'Bo' };

test('editors: each is told of the others, who come and go', () => {
  const editors = createEditors();
  const told = { ada: [] as string[], bo: [] as string[], watcher: [] as string[] };
  const hear = (who: keyof typeof told) => (others: readonly Editor[]) =>
    void told[who].push(others.map(({ name }) => name).join('+'));
  const leaveAda = editors.join('p', ada, hear('ada'));
  const leaveWatcher = editors.join('p', undefined, hear('watcher'));
  const leaveBo = editors.join('p', bo, hear('bo'));
  editors.join('other', bo, () => {});
  leaveBo();
  leaveBo();
  leaveAda();
  leaveWatcher();
  expect(told).toEqual({ ada: ['', 'Bo', ''], watcher: ['Ada', 'Ada+Bo', 'Ada', ''], bo: ['Ada'] });
});
