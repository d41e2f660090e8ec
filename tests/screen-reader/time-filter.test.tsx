import { render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MODEL_NOW } from '../../machines/time-filter/time-filter.model.ts';
import { globalCommands } from '../../src/console/app/global.commands.ts';
import { createRegistry } from '../../src/console/commands/registry.ts';
import { installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import { TimeFilter } from '../../src/console/components/time-filter/TimeFilter.tsx';
import { openTimePanel, selectTimeRange, timeFilterActor } from '../../src/console/state/time-filter.ts';
import type { Actors } from '../../src/console/state/types.ts';
import { recordTranscript } from '../harness/screen-reader.ts';

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: MODEL_NOW * 1000 });
  localStorage.clear();
  timeFilterActor.send({ type: 'filter.reset' });
  installCommands({
    registry: createRegistry(globalCommands, []),
    ask: () => undefined,
    refuse: () => undefined,
    record: () => undefined,
  });
  const actors = { selectTimeRange, openTimePanel } as Actors;
  setContextBase({ path: '/', search: '', navigate: () => undefined, site: undefined, sites: [], actors });
  // Preloads the lazy panel.
  await import('../../src/console/components/time-filter/TimeFilterPanel.tsx');
  render(<TimeFilter />);
});
afterEach(() => vi.useRealTimers());

const set = (text: string) => `{Control>}a{/Control}${text}{Enter}`;

test('presets: place, current range and the range taken [R2.8-41]', async () => {
  expect(await recordTranscript(['{Tab}', '{Enter}', '{ArrowDown}', '{Enter}'])).toMatchInlineSnapshot(`
    [
      "{Tab} → button, Time range: Last 1 hour, not expanded, has popup dialog, key shortcuts Shift+r",
      "{Enter} → dialog, Time range | button, Last 1 hour, current item",
      "{ArrowDown} → button, Last 4 hours",
      "{Enter} → button, Time range: Last 4 hours, not expanded, has popup dialog, key shortcuts Shift+r",
    ]
  `);
});

test('words: their meaning is read before use, and refusals [R2.8-44]', async () => {
  expect(
    await recordTranscript([
      '{Tab}',
      '{Enter}',
      '{Shift>}{Tab}{/Shift}',
      'never',
      '{Control>}a{/Control}last 2h',
      '{Enter}',
    ]),
  ).toMatchInlineSnapshot(`
    [
      "{Tab} → button, Time range: Last 1 hour, not expanded, has popup dialog, key shortcuts Shift+r",
      "{Enter} → dialog, Time range | button, Last 1 hour, current item",
      "{Shift>}{Tab}{/Shift} → textbox, Time in words, placeholder last 4h, yesterday 14:00-16:00",
      "never → polite: Type a time range such as 'last 4h', 'yesterday 14:00-16:00' or '2026-11-01 08:00 to 12:00' | polite: Type a time range such as 'last 4h', 'yesterday 14:00-16:00' or '2026-11-01 08:00 to 12:00' | polite: Type a time range such as 'last 4h', 'yesterday 14:00-16:00' or '2026-11-01 08:00 to 12:00'",
      "{Control>}a{/Control}last 2h → polite: Reads as 28 May 18:26:40 to 20:26:40, 2 h, one point every 15 min | polite: Reads as 28 May 18:26:40 to 20:26:40, 2 h, one point every 15 min | polite: Reads as 28 May 18:26:40 to 20:26:40, 2 h, one point every 15 min | polite: Reads as 28 May 18:26:40 to 20:26:40, 2 h, one point every 15 min",
      "{Enter} → button, Time range: 28 May 18:26:40 to 20:26:40, not expanded, has popup dialog, key shortcuts Shift+r",
    ]
  `);
});

describe('Custom Range: each message is said with the field it is about [R5-06]', () => {
  const TO_CUSTOM = ['{Tab}', '{Enter}', '{End}', '{Enter}'];

  test('both empty, To before From, To in the future', async () => {
    const wrong = [set('2026-05-28 20:00:00'), set('2026-05-28 19:00:00'), '{Enter}'];
    expect(
      await recordTranscript([
        ...TO_CUSTOM,
        set('{Delete}'),
        set('{Delete}'),
        '{Enter}',
        ...wrong,
        set('2026-05-28 21:00:00'),
        '{Enter}',
        set('2026-05-28 20:10:00'),
        '{Enter}',
      ]),
    ).toMatchInlineSnapshot(`
      [
        "{Tab} → button, Time range: Last 1 hour, not expanded, has popup dialog, key shortcuts Shift+r",
        "{Enter} → dialog, Time range | button, Last 1 hour, current item",
        "{End} → button, Custom Range, not expanded",
        "{Enter} → textbox, From, placeholder YYYY-MM-DD HH:MM:SS",
        "{Control>}a{/Control}{Delete}{Enter} → textbox, To, placeholder YYYY-MM-DD HH:MM:SS",
        "{Control>}a{/Control}{Delete}{Enter} → button, Apply",
        "{Enter} → textbox, From, Please select Start and End date-time., invalid, placeholder YYYY-MM-DD HH:MM:SS",
        "{Control>}a{/Control}2026-05-28 20:00:00{Enter} → textbox, To, placeholder YYYY-MM-DD HH:MM:SS",
        "{Control>}a{/Control}2026-05-28 19:00:00{Enter} → button, Apply",
        "{Enter} → textbox, To, 2026-05-28 19:00:00, End date-time cannot be before or equal to Start date-time., invalid",
        "{Control>}a{/Control}2026-05-28 21:00:00{Enter} → button, Apply",
        "{Enter} → textbox, To, 2026-05-28 21:00:00, Please select End date-time before current time., invalid",
        "{Control>}a{/Control}2026-05-28 20:10:00{Enter} → button, Apply",
        "{Enter} → button, Time range: 28 May 20:00 to 20:10, not expanded, has popup dialog, key shortcuts Shift+r",
      ]
    `);
  });

  test('over 60 days, From ahead, and unreadable text', async () => {
    expect(
      await recordTranscript([
        ...TO_CUSTOM,
        set('2026-01-01 00:00:00'),
        set('2026-05-01 00:00:00'),
        '{Enter}',
        '{Escape}',
        ...TO_CUSTOM.slice(1),
        set('2026-05-28 21:30:00'),
        set('2026-05-28 22:00:00'),
        '{Enter}',
        set('soon'),
      ]),
    ).toMatchInlineSnapshot(`
      [
        "{Tab} → button, Time range: Last 1 hour, not expanded, has popup dialog, key shortcuts Shift+r",
        "{Enter} → dialog, Time range | button, Last 1 hour, current item",
        "{End} → button, Custom Range, not expanded",
        "{Enter} → textbox, From, placeholder YYYY-MM-DD HH:MM:SS",
        "{Control>}a{/Control}2026-01-01 00:00:00{Enter} → textbox, To, placeholder YYYY-MM-DD HH:MM:SS",
        "{Control>}a{/Control}2026-05-01 00:00:00{Enter} → button, Apply",
        "{Enter} → textbox, To, 2026-05-01 00:00:00, Duration between Start and End date-time cannot exceed 60 days., invalid",
        "{Escape} → button, Time range: Last 1 hour, not expanded, has popup dialog, key shortcuts Shift+r",
        "{Enter} → dialog, Time range | button, Last 1 hour, current item",
        "{End} → button, Custom Range, not expanded",
        "{Enter} → textbox, From, placeholder YYYY-MM-DD HH:MM:SS",
        "{Control>}a{/Control}2026-05-28 21:30:00{Enter} → textbox, To, placeholder YYYY-MM-DD HH:MM:SS",
        "{Control>}a{/Control}2026-05-28 22:00:00{Enter} → button, Apply",
        "{Enter} → textbox, From, 2026-05-28 21:30:00, Please select Start date-time before current time., invalid",
        "{Control>}a{/Control}soon{Enter} → assertive: From cannot be read. Type it as YYYY-MM-DD HH:MM:SS.",
      ]
    `);
  });
});
