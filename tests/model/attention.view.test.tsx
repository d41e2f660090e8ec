import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { registry } from '../../src/console/app/commands.ts';
import { listenToKeys } from '../../src/console/commands/keys/key-sequences.ts';
import { type ContextBase, installCommands, setContextBase } from '../../src/console/commands/runtime.ts';
import type { SiteHealth } from '../../src/console/components/health/use-health.ts';
import { LocationProvider } from '../../src/console/state/location.tsx';
import { Attention } from '../../src/console/views/dashboard/Attention.tsx';
import type { PipelineHealth } from '../../src/contract/entities/health.ts';
import { shellActorsStub } from './command-context.ts';

const trouble = (name: string, rule: 'delivery' | 'lag', nodeName: string): PipelineHealth => ({
  pipelineId: name,
  name,
  status: 'DEPLOYED',
  state: rule === 'delivery' ? 'failing' : 'atRisk',
  reasons: [
    {
      ...{ rule, nodeName, componentId: `id of ${nodeName}` },
      state: rule === 'delivery' ? 'failing' : 'atRisk',
      text: rule === 'delivery' ? 'Nothing is delivered: Connection refused' : 'Events wait 40 s',
    },
  ],
});
const health: SiteHealth = {
  pipelines: [trouble('web', 'delivery', 'SIEM'), trouble('shop', 'lag', 'S3')],
  components: [],
  isLoading: false,
  error: null,
  retry: () => undefined,
};
const flow = {
  flows: new Map(),
  names: new Map(),
  site: { input: 0, delivered: 0, dropped: 0, waitingBytes: 0 },
};

let navigated: string[];
let stop: () => void;
beforeAll(() => registry.complete(), 180_000);
beforeEach(() => {
  navigated = [];
  installCommands({ registry, ask: () => undefined, refuse: () => undefined, record: () => undefined });
  const base = shellActorsStub();
  const site = { id: '1', name: 'Local' } as ContextBase['site'];
  setContextBase({ ...base, site, navigate: (path: string) => void navigated.push(path) });
  stop = listenToKeys(registry);
});
afterEach(() => {
  stop();
  cleanup();
  vi.restoreAllMocks();
});

test('attention: keys act on exactly the row that has the focus [R2.1-05]', async () => {
  const user = userEvent.setup({ delay: null });
  render(
    <LocationProvider>
      <main id="content" tabIndex={-1}>
        <Attention health={health} flow={flow} note="0 of 2 running pipelines healthy." />
      </main>
    </LocationProvider>,
  );
  const rows = within(screen.getByRole('region', { name: 'Needs attention' })).getAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('strong')?.textContent)).toEqual([
    'SIEM is not receiving data from web:',
    'S3 of shop:',
  ]);
  rows[0]?.focus();
  await user.keyboard('e');
  expect(navigated.at(-1)).toContain('destination=id+of+SIEM');
  await user.keyboard('j');
  expect(rows[1]).toHaveFocus();
  await user.keyboard('e');
  expect(navigated).toHaveLength(1);
  await user.keyboard('n');
  expect(navigated.at(-1)).toMatch(/^\/pipelines\/shop\?.*node=id\+of\+S3/);
  await user.keyboard('k{Enter}');
  expect(rows[0]).toHaveFocus();
  expect(navigated.at(-1)).toBe('/pipelines/web');
});
