import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FLAGS, parseFlags } from './flags.ts';

const MANUAL = readFileSync(join(import.meta.dirname, '../docs/flags.md'), 'utf8');
const documented = [...MANUAL.matchAll(/^\| `(\w+)` \| (on|off) \| (.+) \|$/gm)].map(
  ([, name, state, effect]) => ({ name, state, effect }),
);

describe('flags by environment [R6-31]', () => {
  test('the manual lists every flag and its default', () => {
    const byDefault = parseFlags('');
    const getState = (flag: (typeof FLAGS)[number]) => (byDefault.includes(flag) ? 'on' : 'off');
    expect(documented.map(({ name, state }) => [name, state])).toEqual(
      FLAGS.map((flag) => [flag, getState(flag)]),
    );
  });

  test.each(FLAGS)('%s is turned on by name and off with a minus; the last wins', (flag) => {
    expect(parseFlags(flag)).toContain(flag);
    expect(parseFlags(`-${flag}`)).not.toContain(flag);
    expect(parseFlags(` -${flag} , ${flag} `)).toContain(flag);
    expect(parseFlags(`${flag},-${flag}`)).not.toContain(flag);
  });

  test('everything is on, except what changes figures or permissions [R6-32, R6-33, R6-50]', () => {
    const on = parseFlags('');
    expect(FLAGS.filter((flag) => !on.includes(flag)).toSorted()).toEqual([
      'displayAlteredValues',
      'ignorePipelineErrors',
    ]);
  });

  test('flags have their specified names, four of them for the assistants [R6-26, R6-51]', () => {
    const names =
      'logSearchV1 logSearchV2 ignorePipelineErrors displayAlteredValues apiKeys alertEventsPage userReports gitOps fleetManagement aiRecommendations sinkSsa logPreviewMetadataToggle hydrationV2 onboardingTour chatAssistantSource chatAssistantTransform formAssistantSource formAssistantTransform queryLayer pullRequestsRoute appFleetManager appSearch';
    expect(FLAGS.join(' ')).toBe(names);
    expect(FLAGS.filter((flag) => /Assistant/.test(flag))).toHaveLength(4);
  });

  test('an unknown name is refused with those there are', () => {
    expect(() => parseFlags('apikeys')).toThrow(`unknown flag 'apikeys'; known flags: ${FLAGS.join(', ')}`);
  });
});
