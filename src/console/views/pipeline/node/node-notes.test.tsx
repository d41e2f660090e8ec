import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import {
  pipelineEditorMachine,
  selectDraft,
  selectIsEditing,
  selectUndoLabel,
} from '../../../../../machines/pipeline-editor/index.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { EditorContext } from '../editor/editor-context.ts';
import { NodeNotes } from './NodePanel.tsx';

const NODE = { id: 't', nodeType: 'TRANSFORM' as const, name: 'Mask', templateId: 'redact', config: {} };
const DRAFT: Draft = {
  name: 'web logs',
  description: '',
  versionName: '',
  nodes: { t: NODE },
  edges: {},
  meta: {},
};

function Panel() {
  const actor = EditorContext.useActorRef();
  const snapshot = EditorContext.useSelector((now) => now);
  const send = (type: 'edit.undo' | 'edit.redo') => () => actor.send({ type });
  return (
    <>
      <NodeNotes draft={selectDraft(snapshot)} node={NODE} isEditing={selectIsEditing(snapshot)} />
      <button type="button" onClick={send('edit.undo')}>
        {`Undo ${selectUndoLabel(snapshot)}`}
      </button>
    </>
  );
}

it('a note is one step to undo, readable without editing [R3-16]', async () => {
  const user = userEvent.setup();
  const input = { siteId: '400000000000000001', draft: DRAFT, shownVersion: 0, takenNames: [] };
  const { unmount } = render(
    <EditorContext.Provider logic={pipelineEditorMachine} options={{ input }}>
      <Panel />
    </EditorContext.Provider>,
  );
  await user.type(screen.getByRole('textbox', { name: 'Notes' }), 'Asked for by audit');
  await user.click(screen.getByRole('button', { name: 'Undo Note on Mask' }));
  expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('');
  unmount();

  const draft = { ...DRAFT, meta: { t: { notes: 'Asked for by audit' } } };
  render(
    <EditorContext.Provider logic={pipelineEditorMachine} options={{ input }}>
      <NodeNotes draft={draft} node={NODE} isEditing={false} />
    </EditorContext.Provider>,
  );
  expect(screen.getByRole('region', { name: 'Notes' })).toHaveTextContent('Asked for by audit');
});
