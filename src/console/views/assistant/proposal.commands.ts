import type { CommandContext } from '../../commands/context.ts';
import { defineCommands } from '../../commands/types.ts';
import { findEditRefusal } from './edit-proposal.ts';
import './scope.ts';

const NOT_OPEN = 'Open the assistant first';

const getAssistant = (ctx: CommandContext) => ctx.scopes.assistant;

const findCause = (ctx: CommandContext) =>
  getAssistant(ctx) ? undefined : ({ command: 'assistant.toggle' } as const);

/** Decisions about the assistant's proposals; each needs a key press by the person. */
export const proposalCommands = defineCommands([
  {
    id: 'assistant.apply',
    title: (ctx) => (getAssistant(ctx)?.openProposal?.proposal?.draftOf ? 'Add to draft' : 'Apply'),
    listTitle: "Apply the assistant's proposal",
    group: 'Assistant',
    icon: 'check',
    keywords: ['agree', 'accept', 'proposal', 'confirm'],
    keys: 'mod+Enter',
    scope: 'assistant',
    isRecorded: false,
    enabled: (ctx) => {
      const assistant = getAssistant(ctx);
      if (!assistant) return NOT_OPEN;
      return assistant.openProposal ? true : 'There is no open proposal';
    },
    causeOf: findCause,
    review: (ctx) => {
      const { proposal } = getAssistant(ctx)?.openProposal ?? {};
      return proposal?.isDestructive
        ? { title: proposal.title, body: proposal.notes.join(' '), action: 'Apply', destructive: true }
        : undefined;
    },
    run: (ctx) => {
      const message = getAssistant(ctx)?.openProposal;
      if (message) getAssistant(ctx)?.apply(message);
    },
    calls: ['runPipelineAction', 'importPipelines', 'putPipelineDefinition'],
  },
  {
    id: 'assistant.edit',
    title: 'Edit in the editor',
    listTitle: "Edit the assistant's proposal in the editor",
    group: 'Assistant',
    icon: 'edit',
    keywords: ['change', 'draft', 'proposal', 'pipeline', 'open'],
    keys: 'mod+Shift+Enter',
    scope: 'assistant',
    isRecorded: false,
    enabled: (ctx) => {
      const assistant = getAssistant(ctx);
      if (!assistant) return NOT_OPEN;
      const { proposal } = assistant.openProposal ?? {};
      return proposal ? findEditRefusal(proposal) : 'There is no open proposal';
    },
    causeOf: findCause,
    run: (ctx) => {
      const message = getAssistant(ctx)?.openProposal;
      if (message) getAssistant(ctx)?.edit(message);
    },
  },
  {
    id: 'assistant.reject',
    title: 'Reject',
    listTitle: "Reject the assistant's proposal",
    group: 'Assistant',
    icon: 'close',
    keywords: ['discard', 'dismiss', 'proposal'],
    scope: 'assistant',
    bar: false,
    isRecorded: false,
    enabled: (ctx) => (getAssistant(ctx)?.openProposal ? true : 'There is no open proposal'),
    run: (ctx) => {
      const message = getAssistant(ctx)?.openProposal;
      if (message) getAssistant(ctx)?.reject(message);
    },
  },
  {
    id: 'assistant.undo',
    title: 'Undo',
    listTitle: 'Undo what the assistant changed',
    group: 'Assistant',
    icon: 'undo',
    keywords: ['revert', 'take back'],
    scope: 'assistant',
    bar: false,
    isRecorded: false,
    enabled: (ctx) => getAssistant(ctx)?.lastApplied?.mayUndo ?? 'Nothing was applied',
    run: (ctx) => {
      const message = getAssistant(ctx)?.lastApplied?.message;
      if (message) getAssistant(ctx)?.undo(message);
    },
    calls: ['runPipelineAction', 'putPipelineDefinition'],
  },
]);
