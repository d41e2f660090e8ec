import { Link } from 'wouter';
import { wrap } from '../../../../styles/layout.css.ts';
import { quietLink } from '../../../../styles/text.css.ts';
import type { DeadLetterEntry } from '../../../contract/entities/dead-letter.ts';
import { EMPTY_TIME } from '../../../contract/limits.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { createLateForm } from '../../components/entity-form/late-form.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { CodeBlock } from '../../components/widgets/code/code-block.tsx';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { formatBytes, formatDateTime, formatFigure } from '../../lib/format.ts';
import { formatOrigin } from '../../lib/origin.ts';
import { paths } from '../../lib/paths.ts';
import { notifyCopied } from '../../state/toasts.ts';
import { findStateLook, formatNode, formatPipeline } from './columns.tsx';
import * as css from './dead-letters.css.ts';
import { spreadJson } from './event-text.ts';

const LetterForm = createLateForm(async () => ({
  default: (await import('./LetterForm.tsx')).LetterForm,
}));

const KINDS: Record<string, string> = { SOURCE: 'source', TRANSFORM: 'transform', SINK: 'destination' };

function Origin({ letter, siteId }: { letter: DeadLetterEntry; siteId: string }) {
  const { pipelineId, nodeId, nodeName, nodeType, pipelineName } = letter;
  return (
    <>
      <dt className={css.term}>Pipeline</dt>
      <dd className={css.value}>
        {pipelineName === '' ? (
          formatPipeline(letter)
        ) : (
          <Link href={paths.pipeline(pipelineId, { site: siteId })} className={quietLink}>
            {pipelineName}
          </Link>
        )}
      </dd>
      <dt className={css.term}>Node</dt>
      <dd className={css.value}>
        {nodeName === '' ? (
          formatNode(letter)
        ) : (
          <>
            <Link href={paths.pipeline(pipelineId, { site: siteId, node: nodeId })} className={quietLink}>
              {nodeName}
            </Link>
            {KINDS[nodeType] && `, ${KINDS[nodeType]}`}
          </>
        )}
      </dd>
    </>
  );
}

function LetterFacts({ letter, siteId }: { letter: DeadLetterEntry; siteId: string }) {
  const look = findStateLook(letter);
  const from = formatOrigin(letter.origin);
  return (
    <>
      <p className={css.reason}>{letter.message}</p>
      {look && <StatusBadge {...look} />}
      {letter.isUncertain && (
        <p className={css.note}>
          The engine ended during a replay. The event may have arrived: check its destination before you
          replay it.
        </p>
      )}
      <dl className={css.facts}>
        <dt className={css.term}>Time</dt>
        <dd className={css.value}>{formatDateTime(new Date(letter.at))}</dd>
        <Origin letter={letter} siteId={siteId} />
        {from !== undefined && (
          <>
            <dt className={css.term}>From</dt>
            <dd className={css.value}>{from}</dd>
          </>
        )}
        <dt className={css.term}>Size</dt>
        <dd className={css.value}>{formatFigure(formatBytes(fromCount(letter.bytes)))}</dd>
        {letter.editedAt !== EMPTY_TIME && (
          <>
            <dt className={css.term}>Edited</dt>
            <dd className={css.value}>{formatDateTime(new Date(letter.editedAt))}</dd>
          </>
        )}
        <dt className={css.term}>Id</dt>
        <dd className={css.value}>{letter.id}</dd>
      </dl>
      <section className={css.section} aria-label="Event">
        <h3 className={css.sectionHead}>Event</h3>
        <CodeBlock
          label="Event"
          text={letter.isText ? letter.event : spreadJson(letter.event)}
          wrap
          onCopied={notifyCopied}
        />
        {letter.isCut && (
          <p className={css.note}>
            Only the first 256 KiB are shown; Export has the whole event. It is too long to edit here.
          </p>
        )}
      </section>
    </>
  );
}

type PanelActionProps = { id: string; letter: string; label: string; variant?: 'primary' | 'danger' };

const PanelAction = ({ letter, ...look }: PanelActionProps) => (
  <CommandButton {...look} args={{ letter }} size="small" hideKeys hideIcon />
);

type LetterPanelProps = {
  id: string;
  siteId: string;
  isEditing: boolean;
  /** During a replay or discard: it may disappear before the panel closes. */
  isHeld: boolean;
  onEdited: () => void;
  onClose: () => void;
};

/** One letter: reason, origin and event, or the form that edits the event. */
export function LetterPanel({ id, siteId, isEditing, isHeld, onEdited, onClose }: LetterPanelProps) {
  const options = { enabled: !isHeld, isSuppressed: true };
  const call = useCall('getDeadLetter', { path: { siteId, letterId: id } }, options);
  const letter = call.data?.deadLetter;
  if (letter && isEditing && !letter.isCut)
    return <LetterForm letter={letter} siteId={siteId} onClose={onEdited} onLeave={onEdited} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape returns to the list, like the button
    <div
      className={css.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <PanelHead
        title={letter?.errorName ?? 'Dead letter'}
        note="An event that was given up"
        onClose={onClose}
      />
      <div className={css.body}>
        {letter ? (
          <>
            <div className={wrap}>
              <PanelAction id="deadLetters.replay" letter={id} label="Replay" variant="primary" />
              <PanelAction id="deadLetters.replayToStart" letter={id} label="Replay to start" />
              <PanelAction id="deadLetters.edit" letter={id} label="Edit" />
              <PanelAction id="deadLetters.discard" letter={id} label="Discard" variant="danger" />
            </div>
            <LetterFacts letter={letter} siteId={siteId} />
          </>
        ) : call.error?.status === 404 ? (
          <EmptyState title="This dead letter no longer exists" icon="deadLetter">
            It was replayed, discarded, or deleted because of the limits.
          </EmptyState>
        ) : call.error ? (
          <ErrorPanel
            title="The dead letter could not be read"
            cause={call.error.text.title}
            onRetry={() => void call.refetch()}
          />
        ) : (
          <Skeleton width="100%" height={220} label="the dead letter" />
        )}
      </div>
    </div>
  );
}
