import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  CHAT_TEXTS,
  type ChatConversationSnapshot,
  type ChatMessage,
  findSendRefusal,
  selectDecidable,
  selectFeedback,
  selectIsBusy,
  selectIsEmpty,
  selectOpenProposal,
} from '../../../../machines/chat-conversation/index.ts';
import { visuallyHidden } from '../../../../styles/text.css.ts';
import { CHAT_MESSAGE_MAX_LENGTH, CHAT_STICK_PX } from '../../../contract/assistant.ts';
import type { AssistantBrain } from '../../../contract/entities/assistant-endpoint.ts';
import { counted } from '../../../contract/values.ts';
import { selectedSiteId } from '../../api/selected-site.ts';
import { useCall } from '../../api/use-call.ts';
import { runCommand } from '../../commands/runtime.ts';
import { publishedScopes, usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { IconButton } from '../../components/widgets/actions/button.tsx';
import { Icon } from '../../components/widgets/icons/icon.tsx';
import { KeySequence } from '../../components/widgets/keys/key-chip.tsx';
import { holdKeysBriefly, takeHeldText } from '../../lib/held-keys.ts';
import { useStore } from '../../lib/store.ts';
import { pageCrumbs, pageTitle } from '../../state/shell-state.ts';
import { shownProposal } from '../../state/shown-proposal.ts';
import * as css from './assistant.css.ts';
import {
  applyProposal,
  clearConversation,
  connection,
  conversation,
  deleteConversation,
  findUndoRefusal,
  openConversation,
  rejectProposal,
  takeToEditor,
  undoProposal,
  useConnection,
  useConversation,
} from './assistant.ts';
import { FeedbackDialog } from './FeedbackDialog.tsx';
import { Message } from './Message.tsx';
import './scope.ts';
import { Connecting, Down, GivenUp, Prompts, Start } from './PanelStates.tsx';
import { readSelection } from './selection.ts';
import { listSpoken } from './spoken.ts';
import { takeFocusWish } from './toggle-assistant.ts';

/** The last reply and its follow-ups. */
const LAST_ITEMS = 2;

/** Follows the conversation's end unless scrolled up by more than 50 px. */
function useStickyEnd() {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const lastTop = useRef(0);
  // After each render: ratings, prompts and late graphs make the list longer too.
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    const follow = () => {
      if (isAtEnd.current) current.scrollTop = current.scrollHeight;
    };
    follow();
    const observer = new ResizeObserver(follow);
    for (const item of [...current.children].slice(-LAST_ITEMS)) observer.observe(item);
    return () => observer.disconnect();
  });
  const watch = () => {
    const { current } = list;
    if (!current) return;
    const { scrollTop, scrollHeight, clientHeight } = current;
    // The event of our own scrolling may arrive after the list grew again.
    const isUp = scrollTop < lastTop.current;
    lastTop.current = scrollTop;
    if (scrollHeight - scrollTop - clientHeight <= CHAT_STICK_PX) isAtEnd.current = true;
    else if (isUp) isAtEnd.current = false;
  };
  return { list, watch };
}

function describeBrain({ kind, host, model, questionsLeft }: AssistantBrain): string {
  if (kind === 'EMBEDDED') return 'Answered on this service. Nothing is sent anywhere.';
  if (questionsLeft === 0)
    return `Your questions to ${host} of today are used up. Answered on this service; nothing is sent anywhere.`;
  return `${model} at ${host} answers. Your questions, and the names, figures and errors it asks for, are sent there. ${counted(questionsLeft, 'question')} left today.`;
}

/** The model, and what is sent where; reread after each answer. */
function BrainNote({ isBusy }: { isBusy: boolean }) {
  const { data, refetch } = useCall('getAssistantBrain', {}, { isSuppressed: true });
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    if (wasBusy.current && !isBusy) void refetch();
    wasBusy.current = isBusy;
  }, [isBusy, refetch]);
  if (!data) return null;
  return <p className={css.brain}>{describeBrain(data.brain)}</p>;
}

const DECIDED: readonly unknown[] = ['open', 'failed', 'applying'];

/** Shows the newest open proposal in its pipeline's graph, until it is settled or the panel closes. */
function useShownProposal(snapshot: ChatConversationSnapshot): void {
  const message = selectDecidable(snapshot).findLast(({ proposalState }) => DECIDED.includes(proposalState));
  const proposal = message?.proposal;
  useEffect(() => {
    if (!proposal?.graphs || proposal.pipelineId === undefined) return undefined;
    const { graphs, pipelineId, title, version } = proposal;
    shownProposal.set({ pipelineId, title, version, ...graphs });
    return () => shownProposal.set(undefined);
  }, [proposal]);
}

/** Screen readers announce each added entry once, but not existing ones. */
function Spoken({ reply, entries }: { reply: number; entries: readonly string[] }) {
  return (
    <div className={visuallyHidden} aria-live="polite" aria-relevant="additions">
      {entries.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are added at the end, and a changed text is another one
        <p key={`${reply} ${index} ${text}`}>{text}</p>
      ))}
    </div>
  );
}

function Rating({ face }: { face: ReturnType<typeof selectFeedback> }) {
  if (face === 'thanks')
    return (
      <p className={css.rating} role="status">
        {CHAT_TEXTS.rated}
      </p>
    );
  if (face === 'none') return null;
  return (
    <div className={css.rating}>
      <CommandButton id="assistant.rateGood" iconOnly size="small" variant="ghost" />
      <CommandButton id="assistant.rateBad" iconOnly size="small" variant="ghost" />
      <CommandButton id="assistant.copy" iconOnly size="small" variant="ghost" />
      <CommandButton id="assistant.retry" iconOnly size="small" variant="ghost" />
    </div>
  );
}

/** Selection on the screen. Separate from the panel, which publishes a scope itself. */
function Picked({ shown }: { shown: string | undefined }) {
  const { label, names } = readSelection(useStore(publishedScopes).data);
  if (label === undefined || label === shown) return null;
  return (
    <span className={css.picked} title={names.join(', ')}>
      <span className={visuallyHidden}>Selected: </span>
      {label}
    </span>
  );
}

/** A proposal's button disappears when pressed. */
function keepFocus(field: HTMLTextAreaElement | null): void {
  if (document.activeElement?.closest('[data-assistant] footer')) field?.focus();
}

/** The assistant beside the screen: a region, not a dialog. */
export default function AssistantPanel() {
  const snapshot = useConversation();
  const { isConnecting, isDown, isGivenUp } = useConnection();
  const siteId = useStore(selectedSiteId);
  const title = useStore(pageTitle);
  const shown = useStore(pageCrumbs)?.at(-1)?.label ?? title;
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const { messages, options } = snapshot.context;
  const isBusy = selectIsBusy(snapshot);
  const isEmpty = selectIsEmpty(snapshot);
  const feedback = selectFeedback(snapshot);
  const { list, watch } = useStickyEnd();
  useShownProposal(snapshot);
  const maySend = findSendRefusal(snapshot, text);

  useEffect(() => {
    if (takeFocusWish()) field.current?.focus();
  }, []);
  useLayoutEffect(() => {
    document.documentElement.setAttribute(css.OPEN, '');
    return () => document.documentElement.removeAttribute(css.OPEN);
  }, []);
  // Each site needs its own connection; permissions and names are per site.
  useEffect(() => {
    if (siteId === undefined) return;
    connection.send({ type: 'panel.opened' });
    return () => connection.send({ type: 'panel.closed' });
  }, [siteId]);

  const send = (message = text) => {
    const isRefused = findSendRefusal(conversation.getSnapshot(), message) !== true;
    if (!isRefused) conversation.send({ type: 'message.sent', text: message });
    setText(isRefused ? message : '');
  };
  const takeEarly = () => {
    const early = takeHeldText('assistant');
    if (early.isEntered) send(text + early.text);
    else if (early.text !== '') setText(text + early.text);
  };
  const isSettled = snapshot.context.isConnected || isDown || isGivenUp;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when text can be sent
  useEffect(() => {
    if (isSettled && document.activeElement === field.current) takeEarly();
  }, [isSettled]);
  const actions = useMemo(
    () => ({
      ask: (asked: string) => conversation.send({ type: 'message.sent', text: asked }),
      connect: () => connection.send({ type: 'panel.opened' }),
      stop: () => conversation.send({ type: 'reply.stopped' }),
      clear: clearConversation,
      // The palette returned the focus to its previous place.
      open: (id: string) => void openConversation(id).then(() => field.current?.focus()),
      remove: (id: string) => void deleteConversation(id),
      apply: (message: ChatMessage) => void applyProposal(message),
      edit: takeToEditor,
      reject: (message: ChatMessage) => {
        keepFocus(field.current);
        rejectProposal(message);
      },
      undo: (message: ChatMessage) => {
        keepFocus(field.current);
        void undoProposal(message);
      },
      rateGood: () => conversation.send({ type: 'rated.good' }),
      rateBad: () => conversation.send({ type: 'rated.bad' }),
    }),
    [],
  );
  const last = messages.findLast(({ proposalState }) => proposalState === 'applied');
  const lastApplied = useMemo(
    () => (last ? { message: last, mayUndo: findUndoRefusal(last) } : undefined),
    [last],
  );
  usePublishScope('assistant', {
    ...actions,
    maySend,
    isBusy,
    isEmpty,
    options,
    openProposal: selectOpenProposal(snapshot),
    lastApplied,
    lastReply: messages.findLast(({ source }) => source === 'System')?.message,
    lastQuestion: messages.findLast(({ source }) => source === 'User')?.message,
    isConnected: snapshot.context.isConnected,
    isGivenUp,
    isUnrated: feedback === 'buttons',
    send,
  });
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return;
    if (event.nativeEvent.isComposing) return;
    event.preventDefault();
    // Then the button at the right is Stop.
    if (isBusy) actions.stop();
    else send();
  };
  return (
    <aside className={css.panel} aria-label="Assistant" data-assistant="" data-command-scope="assistant">
      <header className={css.head}>
        <Icon name="sparkles" />
        <h2 className={css.title}>Assistant</h2>
        <div className={css.contexts}>
          {shown !== undefined && (
            <span className={css.context} title={shown}>
              {shown}
            </span>
          )}
          <Picked shown={shown} />
        </div>
        <span className={css.headEnd}>
          <CommandButton id="assistant.open" iconOnly size="small" variant="ghost" />
          <CommandButton id="assistant.search" iconOnly size="small" variant="ghost" />
          <CommandButton id="assistant.clear" iconOnly size="small" variant="ghost" />
          <IconButton
            icon="close"
            label="Close the assistant"
            size="small"
            variant="ghost"
            onClick={() => runCommand('assistant.toggle')}
          />
        </span>
      </header>
      {isEmpty && isDown ? (
        <Down />
      ) : isEmpty && isConnecting ? (
        <div className={css.start}>
          <Connecting />
        </div>
      ) : isEmpty ? (
        <Start options={options} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll containers must be reachable by keyboard
        <ol ref={list} className={css.messages} aria-label="Conversation" tabIndex={0} onScroll={watch}>
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
          {!isBusy && (feedback !== 'none' || options.length > 0) && (
            <li className={css.reply}>
              <Rating face={feedback} />
              <Prompts options={options} />
            </li>
          )}
        </ol>
      )}
      {!isEmpty && isConnecting && (
        <div className={css.givenUp}>
          <Connecting />
        </div>
      )}
      {isGivenUp && <GivenUp />}
      <BrainNote isBusy={isBusy} />
      <Spoken reply={messages.at(-1)?.id ?? 0} entries={listSpoken(messages, { isBusy, options })} />
      <div className={css.composer}>
        <textarea
          ref={field}
          className={css.field}
          aria-label="Message to the assistant"
          placeholder={CHAT_TEXTS.placeholder}
          value={text}
          maxLength={CHAT_MESSAGE_MAX_LENGTH}
          // Not `disabled`: it keeps the focus, so that typing does not run keys of the screen.
          aria-disabled={isConnecting || isBusy || undefined}
          readOnly={isConnecting || isBusy}
          onFocus={() => (isSettled ? takeEarly() : holdKeysBriefly('assistant'))}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
        />
        <div className={css.composerFoot}>
          <span>
            <KeySequence binding="Shift+Enter" decorative /> New line
          </span>
          {isBusy ? (
            <CommandButton id="assistant.stop" size="small" />
          ) : (
            <CommandButton id="assistant.send" size="small" variant="primary" />
          )}
        </div>
      </div>
      {feedback === 'modal' && (
        <FeedbackDialog
          onSubmit={(reasons, more) => conversation.send({ type: 'feedback.submitted', reasons, text: more })}
          onClose={() => conversation.send({ type: 'feedback.closed' })}
        />
      )}
    </aside>
  );
}
