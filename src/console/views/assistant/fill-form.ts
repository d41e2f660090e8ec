import { CHAT_NODE_UPDATE_MS, type ProposedCall } from '../../../contract/assistant.ts';
import { commandContext } from '../../commands/runtime.ts';

type Filling = Extract<ProposedCall, { id: 'fillForm' }>;

const NOT_OPEN = 'The form is not open any more. Open it in the editor, then apply again.';

/** The open form of a transform that takes settings, by its template. */
export const findOpenForm = () => commandContext.get().scopes['pipeline.suggest'];

/**
 * Puts settings into the form that is open; nothing is saved, and the editor can undo it.
 * @returns what puts back what the form had
 * @throws Error when the form is not open or is locked
 */
export async function fillForm({ templateId, config, isWhole }: Filling): Promise<Filling> {
  // The editor takes over what the assistant does after this long.
  await new Promise((resolve) => setTimeout(resolve, CHAT_NODE_UPDATE_MS));
  const form = findOpenForm();
  if (!form || form.templateId !== templateId) throw new Error(NOT_OPEN);
  if (form.refusal !== undefined) throw new Error(`${form.refusal}, then apply again.`);
  const before = form.config;
  if (isWhole) form.restore(config);
  else form.fill({ templateId, config });
  return { id: 'fillForm', templateId, config: before, isWhole: true };
}
