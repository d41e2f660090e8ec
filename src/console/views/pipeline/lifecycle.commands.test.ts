import { expect, it } from 'vitest';
import type { CommandContext } from '../../commands/context.ts';
import { lifecycleCommands } from './lifecycle.commands.ts';

const PIPELINE = { id: '300000000000000001', name: 'Web logs' };
const onScreen = { scopes: { pipeline: { pipeline: PIPELINE } } } as unknown as CommandContext;

it.each([
  ['pipeline.pause', 'Pause Pipeline', false],
  ['pipeline.bypass', 'Bypass Pipeline', false],
  ['pipeline.delete', 'Delete Pipeline', true],
])('R4-129: %s asks first, by the name of the pipeline', (id, title, isDestructive) => {
  const command = lifecycleCommands.find((one) => one.id === id);
  const review = command?.review?.(onScreen, { pipeline: PIPELINE.id });
  expect(review?.title).toBe(title);
  expect(review?.body).toContain('Web logs');
  expect(review?.destructive).toBe(isDestructive);
});
