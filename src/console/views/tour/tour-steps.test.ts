import { describe, expect, test } from 'vitest';
import { beginStep, followStep, listTourSteps, type TourFacts } from './tour-steps.ts';

const FACTS: TourFacts = {
  path: '/dashboard',
  isPaletteOpen: false,
  isHelpOpen: false,
  isAssistantOpen: false,
};

/** Follows a step through successive states of the screen. */
const walk = (command: string, ...shown: Partial<TourFacts>[]) => {
  const steps = [...listTourSteps(true), ...listTourSteps(false)];
  const step = steps.find((one) => one.command === command)!;
  return shown.reduce(
    (at: ReturnType<typeof followStep>, now) =>
      at === 'done' ? at : followStep(step, at, { ...FACTS, ...now }),
    beginStep(FACTS),
  );
};

describe('tour: five steps [R6-23]', () => {
  test('the last one is about the assistant only where there is one', () => {
    const last = (hasAssistant: boolean) => listTourSteps(hasAssistant).at(-1)?.command;
    expect([last(true), last(false)]).toEqual(['assistant.toggle', 'go.notifications']);
    expect([listTourSteps(true).length, listTourSteps(false).length]).toEqual([5, 5]);
  });

  test.each([
    ['console.palette', { isPaletteOpen: true }],
    ['console.help', { isHelpOpen: true }],
  ])('%s is done once what it opens is closed again', (command, open) => {
    expect(walk(command, {})).not.toBe('done');
    expect(walk(command, open)).not.toBe('done');
    expect(walk(command, open, {})).toBe('done');
  });

  test.each([
    ['go.pipelines', { path: '/pipelines' }],
    ['go.monitoring', { path: '/monitoring' }],
    ['go.notifications', { path: '/notifications' }],
    ['assistant.toggle', { isAssistantOpen: true }],
  ])('%s is done at once', (command, shown) => {
    expect(walk(command, { isPaletteOpen: true }, { isHelpOpen: true })).not.toBe('done');
    expect(walk(command, shown)).toBe('done');
  });
});
