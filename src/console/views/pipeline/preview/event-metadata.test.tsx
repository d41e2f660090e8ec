import { render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { CommandContext } from '../../../commands/context.ts';
import { flagsOn } from '../../../state/flags.ts';
import { EventMetadata } from './EventMetadata.tsx';
import type { ListedResult } from './listed-results.ts';
import { lookCommands } from './look.commands.ts';

afterEach(() => flagsOn.set(undefined));

const RESULT: ListedResult = {
  key: '2',
  index: 2,
  status: 'MODIFIED',
  before: '{"a":1,"b":2}',
  after: ['{"a":1}'],
  output: 'errors',
};
const listed = () => {
  const section = within(screen.getByRole('region', { name: 'Metadata of event 3' }));
  const values = section.getAllByRole('definition').map((one) => one.textContent);
  return Object.fromEntries(section.getAllByRole('term').map((one, at) => [one.textContent, values[at]]));
};

test('metadata of an event in a preview: origin, form, sizes, output [R6-21]', () => {
  const origin = JSON.stringify({ source: 'In', file: '/var/log/a.log', offset: 120 });
  const { unmount } = render(<EventMetadata result={RESULT} origin={origin} />);
  expect(listed()).toEqual({
    '@origin.source': 'In',
    '@origin.file': '/var/log/a.log',
    '@origin.offset': '120',
    Form: 'JSON object',
    'Size before': '13 B',
    'Size after': '7 B',
    Output: 'errors',
  });
  unmount();
  render(<EventMetadata result={{ ...RESULT, after: [], isText: true }} origin={undefined} />);
  expect(listed()).toMatchObject({ Form: 'Plain text, readable as the field message', 'Size after': '—' });
  expect(screen.getByText('Where an event came from is known of captured events.')).toBeVisible();
});

test('the flag turns the metadata of previews off, and says so [R6-21]', () => {
  const command = lookCommands.find(({ id }) => id === 'preview.metadata');
  const ctx = { scopes: {} } as unknown as CommandContext;
  flagsOn.set(new Set());
  expect(command?.enabled?.(ctx, {})).toBe('Metadata in previews is turned off on this service');
  flagsOn.set(new Set(['logPreviewMetadataToggle']));
  expect(command?.enabled?.(ctx, {})).toBe('Open a pipeline first');
});
