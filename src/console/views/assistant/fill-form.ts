import { CHAT_NODE_UPDATE_MS, type ChatForm, type ProposedCall } from '../../../contract/assistant.ts';
import { commandContext } from '../../commands/runtime.ts';
import { pickReadingSettings } from '../../components/suggestions/reading-settings.ts';
import type { FormSuggestScope } from '../../components/suggestions/suggest-commands.ts';

type Filling = Extract<ProposedCall, { id: 'fillForm' }>;

const NOT_OPEN = 'The form is not open any more. Open it again, then apply once more.';

type OpenForm = { scope: FormSuggestScope; nodeType?: 'SOURCE' };

/** The open form of a source or transform. */
function findOpenForm(): OpenForm | undefined {
  const { 'connection.suggest': source, 'pipeline.suggest': transform } = commandContext.get().scopes;
  if (source) return { scope: source, nodeType: 'SOURCE' };
  return transform && { scope: transform };
}

/** The open form for a question; for a source only reading settings, never secrets. */
export function describeOpenForm(): ChatForm | undefined {
  const form = findOpenForm();
  if (!form) return undefined;
  const { templateId, config } = form.scope;
  return form.nodeType ? { templateId, source: pickReadingSettings(templateId, config) } : { templateId };
}

/**
 * Fills the open form without saving; the editor can undo it.
 * @returns function that restores the form
 * @throws Error when the form is not open or is locked
 */
export async function fillForm({ templateId, nodeType, config, isWhole }: Filling): Promise<Filling> {
  // The editor takes over what the assistant does after this long.
  await new Promise((resolve) => setTimeout(resolve, CHAT_NODE_UPDATE_MS));
  const open = findOpenForm();
  if (!open || open.nodeType !== nodeType || open.scope.templateId !== templateId) throw new Error(NOT_OPEN);
  const { scope } = open;
  if (scope.fillRefusal !== undefined) throw new Error(`${scope.fillRefusal}, then apply again.`);
  const before = scope.config;
  if (isWhole) scope.restore(config);
  else scope.fill({ templateId, config });
  return { id: 'fillForm', templateId, ...(nodeType ? { nodeType } : {}), config: before, isWhole: true };
}
