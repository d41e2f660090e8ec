import { CONVERSATION_SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { counted } from '../../../contract/values.ts';
import { selectedSiteId } from '../../api/selected-site.ts';
import { fetchCall } from '../../api/use-call.ts';
import type { CommandContext } from '../../commands/context.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type Argument, defineCommands } from '../../commands/types.ts';
import { formatMinute } from '../../lib/format.ts';
import { proposalCommands } from './proposal.commands.ts';
import './scope.ts';

const NOT_OPEN = 'Open the assistant first';
const CAUSE = { command: 'assistant.toggle' } as const;

const NONE_KEPT = 'You have no conversations about this site yet';

/** The user's, about the selected site; `text` searches them. */
async function listConversations(text?: string) {
  const siteId = selectedSiteId.get();
  if (siteId === undefined) return [];
  const query = { siteId, ...(text === undefined ? {} : { text }) };
  const { conversations } = await fetchCall('listConversations', { query });
  return conversations.map(({ id, title, messageCount, updatedAt, excerpt }) => ({
    id,
    label: title,
    detail: `${formatMinute(new Date(updatedAt))}, ${counted(messageCount, 'message')}`,
    ...(excerpt === undefined || excerpt === title ? {} : { description: excerpt }),
  }));
}

const getAssistant = (ctx: CommandContext) => ctx.scopes.assistant;

const findCause = (ctx: CommandContext) => (getAssistant(ctx) ? undefined : CAUSE);

const conversationArgument: Argument = {
  kind: 'option',
  name: 'id',
  title: 'Conversation',
  load: () => listConversations(),
  empty: NONE_KEPT,
};
const isIdle = (ctx: CommandContext): true | string => {
  const assistant = getAssistant(ctx);
  if (!assistant) return NOT_OPEN;
  return assistant.isBusy ? 'Wait for the reply, or stop it' : true;
};

export const assistantCommands = defineCommands([
  {
    id: 'assistant.send',
    title: 'Send',
    listTitle: 'Send to the assistant',
    group: 'Assistant',
    icon: 'send',
    scope: 'assistant',
    palette: false,
    bar: false,
    isRecorded: false,
    enabled: (ctx) => getAssistant(ctx)?.maySend ?? NOT_OPEN,
    run: (ctx) => getAssistant(ctx)?.send(),
  },
  {
    id: 'assistant.prompt',
    title: 'Ask the assistant',
    group: 'Assistant',
    icon: 'sparkles',
    keywords: ['chat', 'question', 'prompt', 'suggestion'],
    scope: 'assistant',
    bar: false,
    isRecorded: false,
    args: [
      {
        kind: 'option',
        name: 'text',
        title: 'Question',
        load: (ctx) => (getAssistant(ctx)?.options ?? []).map((text) => ({ id: text, label: text })),
        empty: 'The assistant suggests nothing now',
      },
    ],
    enabled: isIdle,
    causeOf: findCause,
    run: (ctx, args) => getAssistant(ctx)?.ask(args.text ?? ''),
  },
  {
    id: 'assistant.connect',
    title: 'Connect again',
    listTitle: 'Connect the assistant again',
    group: 'Assistant',
    icon: 'refresh',
    keywords: ['reconnect', 'retry', 'chat', 'connection'],
    scope: 'assistant',
    bar: false,
    isRecorded: false,
    enabled: (ctx) => {
      const assistant = getAssistant(ctx);
      if (!assistant) return NOT_OPEN;
      return assistant.isGivenUp ? true : 'The assistant connects by itself';
    },
    causeOf: findCause,
    run: (ctx) => getAssistant(ctx)?.connect(),
  },
  {
    id: 'assistant.stop',
    title: 'Stop',
    listTitle: 'Stop the reply',
    group: 'Assistant',
    icon: 'stop',
    keywords: ['abort', 'chat', 'cancel'],
    scope: 'assistant',
    isRecorded: false,
    enabled: (ctx) => (getAssistant(ctx)?.isBusy ? true : 'No reply is on its way'),
    run: (ctx) => getAssistant(ctx)?.stop(),
  },
  ...proposalCommands,
  {
    id: 'assistant.clear',
    title: 'New conversation',
    group: 'Assistant',
    icon: 'plus',
    keywords: ['chat', 'clear', 'reset', 'assistant'],
    scope: 'assistant',
    bar: false,
    isRecorded: false,
    enabled: (ctx) => {
      const assistant = getAssistant(ctx);
      if (!assistant) return NOT_OPEN;
      if (assistant.isBusy) return 'Wait for the reply, or stop it';
      return assistant.isEmpty ? 'The conversation is empty' : true;
    },
    causeOf: findCause,
    run: (ctx) => getAssistant(ctx)?.clear(),
  },
  {
    id: 'assistant.open',
    title: 'Open conversation',
    listTitle: 'Open a conversation with the assistant',
    group: 'Assistant',
    icon: 'history',
    keywords: ['history', 'earlier', 'chat', 'continue', 'search', 'assistant'],
    scope: 'assistant',
    bar: false,
    isRecorded: false,
    args: [conversationArgument],
    enabled: isIdle,
    causeOf: findCause,
    run: (ctx, args) => getAssistant(ctx)?.open(args.id ?? ''),
  },
  {
    id: 'assistant.search',
    title: 'Search conversations',
    listTitle: 'Search conversations with the assistant',
    group: 'Assistant',
    icon: 'search',
    keywords: ['history', 'find', 'earlier', 'chat', 'words', 'assistant'],
    scope: 'assistant',
    bar: false,
    isRecorded: false,
    args: [
      {
        kind: 'text',
        name: 'text',
        title: 'Words of the conversation',
        action: 'Search conversations for',
        validate: (text) => {
          if (text.trim() === '') return 'Type a word';
          return text.length <= CONVERSATION_SEARCH_MAX_LENGTH
            ? true
            : `At most ${CONVERSATION_SEARCH_MAX_LENGTH} characters`;
        },
      },
      {
        kind: 'option',
        name: 'id',
        title: 'Conversation',
        load: (_ctx, _query, args) => listConversations((args.text ?? '').trim()),
        empty: 'None of your conversations about this site has these words in one message',
      },
    ],
    enabled: isIdle,
    causeOf: findCause,
    run: (ctx, args) => getAssistant(ctx)?.open(args.id ?? ''),
  },
  {
    id: 'assistant.delete',
    title: 'Delete conversation',
    listTitle: 'Delete a conversation with the assistant',
    group: 'Assistant',
    icon: 'delete',
    keywords: ['history', 'remove', 'chat', 'forget', 'assistant'],
    scope: 'assistant',
    bar: false,
    isRecorded: false,
    args: [conversationArgument],
    enabled: isIdle,
    causeOf: findCause,
    review: () => ({
      title: 'Delete the conversation?',
      body: 'What was said in it is gone. What was applied from it stays.',
      action: 'Delete conversation',
      destructive: true,
    }),
    run: (ctx, args) => getAssistant(ctx)?.remove(args.id ?? ''),
    calls: ['deleteConversation'],
  },
  {
    id: 'assistant.copy',
    title: 'Copy the reply',
    group: 'Assistant',
    icon: 'copy',
    keywords: ['clipboard', 'answer', 'assistant'],
    scope: 'assistant',
    bar: false,
    isRecorded: false,
    enabled: (ctx) => (getAssistant(ctx)?.lastReply === undefined ? 'There is no reply yet' : true),
    run: (ctx) => ctx.actors.copyText(getAssistant(ctx)?.lastReply ?? ''),
  },
  {
    id: 'assistant.retry',
    title: 'Ask again',
    group: 'Assistant',
    icon: 'refresh',
    keywords: ['retry', 'repeat', 'again', 'assistant'],
    scope: 'assistant',
    bar: false,
    isRecorded: false,
    enabled: (ctx) => {
      const assistant = getAssistant(ctx);
      if (!assistant) return NOT_OPEN;
      if (assistant.lastQuestion === undefined) return 'Nothing was asked yet';
      return assistant.isBusy
        ? 'Wait for the reply, or stop it'
        : assistant.isConnected || 'The assistant is not connected';
    },
    causeOf: findCause,
    run: (ctx) => {
      const question = getAssistant(ctx)?.lastQuestion;
      if (question !== undefined) getAssistant(ctx)?.ask(question);
    },
  },
  {
    id: 'assistant.rateGood',
    title: 'Good reply',
    group: 'Assistant',
    icon: 'thumbsUp',
    keywords: ['rate', 'feedback', 'thumbs up', 'assistant'],
    scope: 'assistant',
    bar: false,
    isRecorded: false,
    enabled: (ctx) => (getAssistant(ctx)?.isUnrated ? true : 'There is no reply to rate'),
    run: (ctx) => getAssistant(ctx)?.rateGood(),
  },
  {
    id: 'assistant.rateBad',
    title: 'Bad reply',
    group: 'Assistant',
    icon: 'thumbsDown',
    keywords: ['rate', 'feedback', 'thumbs down', 'assistant'],
    scope: 'assistant',
    bar: false,
    isRecorded: false,
    enabled: (ctx) => (getAssistant(ctx)?.isUnrated ? true : 'There is no reply to rate'),
    run: (ctx) => getAssistant(ctx)?.rateBad(),
  },
]);

export const assistantScopes: readonly ScopeDefinition[] = [
  {
    id: 'assistant',
    mode: 'CHAT',
    tone: 'accent',
    region: true,
    widgetKeys: [
      { keys: ['Enter'], label: 'Send' },
      { keys: ['Shift+Enter'], label: 'New line' },
    ],
  },
];
