import { useEffect } from 'react';
import type { SaveOutcome } from '../../../../machines/entity-form/entity-form.machine.ts';
import type { DeadLetterEntry } from '../../../contract/entities/dead-letter.ts';
import { toApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { FormFrame } from '../../components/entity-form/FormFrame.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { useEntityForm } from '../../components/entity-form/use-entity-form.ts';
import { TextArea } from '../../components/widgets/forms/text-field.tsx';
import { buildFieldId } from '../../components/widgets/schema-form/schema-form.tsx';
import { focusForm } from '../../lib/focus-form.ts';
import { notify } from '../../state/toasts.ts';
import { formatNode } from './columns.tsx';
import { findEventProblem, packJson, spreadJson } from './event-text.ts';

type LetterConfig = { event: string };
type Save = { letter: DeadLetterEntry; siteId: string; text: string; revision: number | undefined };

/** The service refuses an edit of an outdated revision; the stored letter shows the current one. */
async function saveEvent({ letter, siteId, text, revision }: Save): Promise<SaveOutcome> {
  const problem = findEventProblem(text, letter.isText);
  if (problem !== undefined) return { kind: 'refused', errors: { 'config.event': problem }, message: '' };
  const path = { siteId, letterId: letter.id };
  const readRevision = async () => (await callApi('getDeadLetter', { path })).data.deadLetter.revision;
  try {
    const asked = revision ?? (await readRevision());
    const body = { revision: asked, event: letter.isText ? text : packJson(text) };
    const { data } = await callApi('editDeadLetter', { path, body });
    return { kind: 'saved', id: letter.id, revision: data.deadLetter.revision };
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status === 0) throw error;
    const stored = await readRevision().catch(() => revision);
    if (stored !== undefined && stored !== revision) return { kind: 'stale', storedRevision: stored };
    const { title, causes } = error.text;
    return { kind: 'refused', errors: {}, message: [title, ...causes].join('. ') };
  }
}

const countRows = (text: string): number => Math.min(24, Math.max(6, text.split('\n').length + 1));

type LetterFormProps = { letter: DeadLetterEntry; siteId: string; onClose: () => void; onLeave: () => void };

/** Edits the event before replaying it. */
export function LetterForm({ letter, siteId, onClose, onLeave }: LetterFormProps) {
  const { id, revision, isText, errorName } = letter;
  const event = isText ? letter.event : spreadJson(letter.event);
  const form = useEntityForm({
    existing: {
      id,
      revision,
      templateId: 'deadLetter',
      values: { name: id, description: '', config: { event } },
    },
    save: (input) => {
      const { event: text } = input.values.config as LetterConfig;
      return saveEvent({ letter, siteId, text, revision: input.revision });
    },
    onSaved: () => notify({ message: 'The event was saved; replay sends it.', status: 'success' }),
    onClose,
    onLeave,
  });
  useEffect(focusForm, []);
  const { formId, state, send } = form;
  const { values, errors } = state.context;
  const { event: text } = values.config as LetterConfig;
  return (
    <FormFrame
      form={form}
      noun="Dead letter"
      label="Edit event"
      savedBy="editDeadLetter"
      saveLabel="Save event"
      heading={
        <PanelHead
          title={`Edit event: ${errorName}`}
          note={`As ${formatNode(letter)} gets it when it is replayed`}
          onClose={() => send({ type: 'form.left' })}
        />
      }
    >
      <TextArea
        id={buildFieldId(formId, 'config.event')}
        label="Event"
        required
        mono
        rows={countRows(text)}
        help={isText ? 'Plain text.' : 'A JSON object. It is saved on one line.'}
        value={text}
        error={errors['config.event']}
        onChange={(next) => send({ type: 'config.changed', config: { event: next } })}
      />
    </FormFrame>
  );
}
