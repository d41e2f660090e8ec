import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pipelineEditorMachine } from '../../../../../machines/pipeline-editor/index.ts';
import { pipelineCommands, pipelineScopes } from '../../../../../tests/harness/pipeline-commands.ts';
import { createRegistry } from '../../../commands/registry.ts';
import { installCommands, setContextBase } from '../../../commands/runtime.ts';
import type { GraphHandle } from '../../../components/widgets/graph/types.ts';
import type { Actors } from '../../../state/types.ts';
import { EditorContext } from '../editor/editor-context.ts';
import { enterPanel, SidePanel } from '../SidePanel.tsx';
import { Structure } from './Structure.tsx';

const draft = { name: 'web logs', description: '', versionName: '', nodes: {}, edges: {}, meta: {} };
const view = {
  nodes: [
    { id: 's', title: 'in', kind: 'source' as const, typeLabel: 'Source, TCP', icon: 'globe' as const },
  ],
  edges: [],
};
const behind = vi.fn<(event: Event) => void>();
const heard = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && behind(event);

function Screen() {
  const [openId, setOpenId] = useState<string | undefined>('s');
  const [handle, panel] = [useRef<GraphHandle>(null), useRef<HTMLElement>(null)];
  return (
    <EditorContext.Provider
      logic={pipelineEditorMachine}
      options={{ input: { siteId: '400000000000000001', draft, shownVersion: 0, takenNames: [] } }}
    >
      <Structure
        view={view}
        pipeline={undefined}
        isEditing
        isOutline={false}
        unit="bytes"
        openId={openId}
        handle={handle}
        onCursor={() => undefined}
        onOpen={setOpenId}
        onEnter={() => enterPanel(panel.current)}
        onBack={openId === undefined ? undefined : () => setOpenId(undefined)}
      />
      {openId !== undefined && (
        <SidePanel ref={panel} title="in" icon="globe" onClose={() => setOpenId(undefined)}>
          <button type="button">Connect</button>
          <input aria-label="Name" />
        </SidePanel>
      )}
    </EditorContext.Provider>
  );
}

afterEach(() => window.removeEventListener('keydown', heard));

const nothing = () => undefined;
beforeEach(() => {
  const registry = createRegistry(pipelineCommands, pipelineScopes);
  installCommands({ registry, ask: nothing, refuse: nothing, record: nothing });
  setContextBase({
    path: '/pipelines/1',
    search: '',
    navigate: nothing,
    site: undefined,
    sites: [],
    actors: { theme: 'dark' } as Actors,
  });
});

it('Enter opens a node; on the open one it focuses the panel [R9]', async () => {
  const user = userEvent.setup();
  render(<Screen />);
  const node = await screen.findByRole('button', { name: /, in,/ });
  node.focus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
  await user.keyboard('{Enter}');
  expect(node).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});

it('Escape closes the panel of a node first, then the screen [R9]', async () => {
  window.addEventListener('keydown', heard);
  const user = userEvent.setup();
  render(<Screen />);
  const node = await screen.findByRole('button', { name: /, in,/ });
  expect(node).toHaveAttribute('aria-pressed', 'true');
  node.focus();
  await user.keyboard('{Escape}');
  expect(node).toHaveAttribute('aria-pressed', 'false');
  expect(node).toHaveFocus();
  expect(behind).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(behind).toHaveBeenCalledOnce();
});
