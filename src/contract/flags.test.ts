import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUILT_FLAGS, FLAGS, parseFlags } from './flags.ts';

const MANUAL = readFileSync(join(import.meta.dirname, '../docs/flags.md'), 'utf8');
const documented = [...MANUAL.matchAll(/^\| `(\w+)` \| (on|off|not built) \| (.+) \|$/gm)].map(
  ([, name, state, effect]) => ({ name, state, effect }),
);

describe('R6-31 flags by environment', () => {
  test('the manual lists every flag, with how it stands when nothing is set', () => {
    const byDefault = parseFlags('');
    const stateOf = (flag: (typeof FLAGS)[number]) =>
      byDefault.includes(flag) ? 'on' : BUILT_FLAGS.includes(flag) ? 'off' : 'not built';
    expect(documented.map(({ name, state }) => [name, state])).toEqual(
      FLAGS.map((flag) => [flag, stateOf(flag)]),
    );
  });

  test.each(BUILT_FLAGS)('%s is turned on by its name and off with a minus, the last word counts', (flag) => {
    expect(parseFlags(flag)).toContain(flag);
    expect(parseFlags(`-${flag}`)).not.toContain(flag);
    expect(parseFlags(` -${flag} , ${flag} `)).toContain(flag);
    expect(parseFlags(`${flag},-${flag}`)).not.toContain(flag);
  });

  test.each(FLAGS.filter((flag) => !BUILT_FLAGS.includes(flag)))('%s cannot be turned on', (flag) => {
    expect(() => parseFlags(flag)).toThrow(`flag '${flag}' belongs to a screen this version does not have`);
    expect(parseFlags(`-${flag}`)).toEqual(parseFlags(''));
  });

  test('R6-32, R6-33, R6-50 all that is built is on in every environment, but what changes figures or ways to change', () => {
    const on = parseFlags('');
    expect(BUILT_FLAGS.filter((flag) => !on.includes(flag)).toSorted()).toEqual([
      'displayAlteredValues',
      'gitOps',
      'ignorePipelineErrors',
    ]);
  });

  test('R6-26, R6-51 they have the names of the requirements, four of them for the assistants', () => {
    const names =
      'logSearchV1 logSearchV2 ignorePipelineErrors displayAlteredValues apiKeys alertEventsPage userReports gitOps fleetManagement aiRecommendations sinkSsa logPreviewMetadataToggle hydrationV2 onboardingTour chatAssistantSource chatAssistantTransform formAssistantSource formAssistantTransform queryLayer pullRequestsRoute appFleetManager appSearch';
    expect(FLAGS.join(' ')).toBe(names);
    expect(FLAGS.filter((flag) => /Assistant/.test(flag))).toHaveLength(4);
  });

  test('an unknown name is refused with those there are', () => {
    expect(() => parseFlags('apikeys')).toThrow(`unknown flag 'apikeys'; known flags: ${FLAGS.join(', ')}`);
  });
});
