import { describe, expect, test } from 'vitest';
import { formatErrorText } from '../../contract/errors.ts';
import type { ErrorGroupRow, PipelineRow } from '../store/schema.ts';
import { makeErrorNews } from './error-news.ts';

const pipeline = { id: '300000000000000001', site_id: '400000000000000001', name: 'web' } as PipelineRow;
const group = (description: string): ErrorGroupRow =>
  ({ level: 'ERROR', node_id: '100000000000000001', description }) as ErrorGroupRow;
const told = (title: string) => makeErrorNews(pipeline, [group(title)]).message;

describe('the title of a notification about errors', () => {
  test('is the pipeline name and the first line of the message [R8-34]', () => {
    expect(told('The line is no JSON\nat position 3\nof it')).toBe("New in 'web': The line is no JSON");
    const text = formatErrorText({ title: 'No route\nto host', causes: ['DNS'], resolutions: [] });
    expect(told(text)).toBe("New in 'web': No route");
  });

  test('ends after 100 characters with …; what was cut is its reason [R8-35, R8-36]', () => {
    expect(told('x'.repeat(100))).toBe(`New in 'web': ${'x'.repeat(100)}`);
    expect(told('x'.repeat(101))).toBe(`New in 'web': ${'x'.repeat(100)}…`);
    expect(makeErrorNews(pipeline, [group('x'.repeat(101))]).reason).toBe('x'.repeat(101));
  });
});
