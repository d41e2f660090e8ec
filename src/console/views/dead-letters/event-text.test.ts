import { describe, expect, test } from 'vitest';
import { findEventProblem, packJson, spreadJson } from './event-text.ts';

describe('the event of a dead letter', () => {
  test('is indented where that loses nothing, and saved on one line', () => {
    const event = '{"a":"x  \\" y","b":[1,2]}';
    expect(spreadJson(event)).toBe('{\n  "a": "x  \\" y",\n  "b": [\n    1,\n    2\n  ]\n}');
    expect(packJson(spreadJson(event))).toBe(event);
  });

  test.each(['{"id":12345678901234567890}', '{"a":1,"a":2}', '{"a":1.0}', 'no JSON'])(
    'stays as it was read: %s',
    (event) => {
      expect(spreadJson(event)).toBe(event);
      expect(packJson(event).replace(' ', '')).toBe(event.replace(' ', ''));
    },
  );

  test('has a problem that says what is wrong and what to do', () => {
    expect(findEventProblem('{"a":1}', false)).toBeUndefined();
    expect(findEventProblem('plain', true)).toBeUndefined();
    expect(findEventProblem(' ', true)).toMatch(/^The event is empty/);
    expect(findEventProblem('[1]', false)).toBe(
      'The event is not a JSON object: it must begin with { and end with }',
    );
    expect(findEventProblem('{"a":', false)).toMatch(/^The event is not valid JSON: .+/);
  });
});
