import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import type { Template } from '../../../../contract/entities/template.ts';
import type { Draft } from '../../../../graph/draft.ts';
import type { DraftProblem } from '../../../../graph/validate.ts';
import { useCall } from '../../../api/use-call.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { Skeleton } from '../../../components/widgets/feedback/skeleton.tsx';
import { StatusShape } from '../../../components/widgets/icons/status-shape.tsx';
import { Badge } from '../../../components/widgets/status/badge.tsx';
import { buildSavedVersionQuery } from '../editor/load-version.ts';
import { DeployReduction } from './DeployReduction.tsx';
import * as css from './deploy-summary.css.ts';
import {
  type ConnectionLine,
  type DestinationLine,
  type DraftCheck,
  deploySummary,
  type NodeLine,
} from './deploy-summary.ts';
import { TestsSection } from './TestsSection.tsx';
import type { DeployTests } from './use-deploy-tests.ts';

const SIGNS = { added: '+', changed: '~', removed: '−' } as const;
const TONES = { added: 'ok', changed: 'warn', removed: 'err' } as const;
const SHAPES = {
  valid: { shape: 'check', tone: 'ok' },
  invalid: { shape: 'octagon', tone: 'err' },
  asking: { shape: 'pending', tone: 'info' },
  unanswered: { shape: 'triangle', tone: 'warn' },
} as const;
const MOST_NODES = 8;
const MOST_CONNECTIONS = 8;
const HOUR_MS = 3_600_000;
const NO_TEMPLATES: readonly Template[] = [];

const EFFECTS: Record<DestinationLine['effect'], string> = {
  new: 'starts receiving events',
  stays: 'keeps receiving events',
  ends: 'stops receiving events',
  disabled: 'is disabled: receives no events',
};

function Nodes({ nodes }: { nodes: readonly NodeLine[] }) {
  const more = nodes.length - MOST_NODES;
  return (
    <ul className={css.lines}>
      {nodes.slice(0, MOST_NODES).map(({ key, kind, name, said, effect, settings }) => (
        <li key={key} className={css.line}>
          <span className={css.sign[kind]} aria-hidden>
            {SIGNS[kind]}
          </span>
          <span>
            <span className={css.name}>{name}</span> <span className={css.quiet}>{said}</span>
            {effect !== '' && <span className={css.effect}>: {effect}</span>}
            {settings.map((text) => (
              <span key={text} className={css.setting}>
                {text}
              </span>
            ))}
          </span>
        </li>
      ))}
      {more > 0 && <li className={css.quiet}>and {more} more</li>}
    </ul>
  );
}

function Connections({ lines }: { lines: readonly ConnectionLine[] }) {
  const more = lines.length - MOST_CONNECTIONS;
  return (
    <ul className={css.lines}>
      {lines.slice(0, MOST_CONNECTIONS).map(({ key, kind, text }) => (
        <li key={key} className={css.line}>
          <span className={css.sign[kind]} aria-hidden>
            {SIGNS[kind]}
          </span>
          <span>{text}</span>
        </li>
      ))}
      {more > 0 && <li className={css.quiet}>and {more} more connections</li>}
    </ul>
  );
}

type DeploySummaryProps = {
  siteId: string;
  /** Undefined while unsaved. */
  pipeline: Pick<Pipeline, 'id' | 'name' | 'description' | 'deployedGraphVersion'> | undefined;
  next: Draft;
  problems: readonly DraftProblem[];
  /** Saved versions are already checked. */
  check?: DraftCheck;
  /** The preview runs this graph. */
  isOfPreview: boolean;
  tests: DeployTests;
  version?: number;
};

export function DeploySummary(props: DeploySummaryProps) {
  const { siteId, pipeline, next, problems, check, isOfPreview, tests, version: nextVersion } = props;
  const catalogue = useCall(
    'listTransformTemplates',
    { query: {} },
    { staleTime: HOUR_MS, isSuppressed: true },
  );
  const templates = catalogue.data?.transformTemplates ?? NO_TEMPLATES;
  const version = pipeline?.deployedGraphVersion ?? 0;
  const running = useQuery(
    pipeline && version > 0
      ? buildSavedVersionQuery(siteId, pipeline, version)
      : { queryKey: ['getGraph', siteId, 'none'], queryFn: skipToken },
  );
  const summary = useMemo(
    () =>
      version > 0 && !running.data
        ? undefined
        : deploySummary(next, running.data, problems, check, templates),
    [next, running.data, problems, check, version, templates],
  );
  if (running.isError) {
    return (
      <p className={css.note}>
        The running version could not be loaded, so the changes are unknown: {running.error.message}
      </p>
    );
  }
  if (!summary) return <Skeleton width="100%" height={72} label="what changes" />;
  const { chips, nodes, connections, warnings, destinations, validation } = summary;
  return (
    <div className={css.summary}>
      <section aria-label="Changes">
        <div className={css.head}>
          <h2 className={css.heading}>
            {version > 0 ? `Changes since v${version} (running)` : 'First deployment'}
          </h2>
          {chips.length > 0 && version > 0 && (
            <CommandButton
              id="versions.compareRunning"
              args={nextVersion === undefined ? {} : { version: String(nextVersion) }}
              size="small"
              variant="ghost"
              label="Compare"
              hideKeys
            />
          )}
        </div>
        <p className={css.chips}>
          {chips.map(({ kind, text }) => (
            <Badge key={text} tone={TONES[kind]}>
              {text}
            </Badge>
          ))}
          {chips.length === 0 && (
            <span className={css.quiet}>The graph is the same as the running version.</span>
          )}
        </p>
        {version > 0 && nodes.length > 0 && <Nodes nodes={nodes} />}
        {version > 0 && connections.length > 0 && <Connections lines={connections} />}
        {warnings.map((text) => (
          <p key={text} className={css.valid}>
            <StatusShape shape="triangle" tone="warn" />
            {text}
          </p>
        ))}
      </section>
      <section aria-label="Validation">
        <h2 className={css.heading}>Validation</h2>
        <p className={css.valid}>
          <StatusShape {...SHAPES[validation.state]} />
          {validation.text}
        </p>
      </section>
      <TestsSection tests={tests} isOnScreen={isOfPreview} />
      <DeployReduction
        siteId={siteId}
        pipelineId={pipeline?.id}
        running={running.data}
        next={next}
        isOfPreview={isOfPreview}
      />
      <section aria-label="Destinations">
        <h2 className={css.heading}>Destinations</h2>
        <ul className={css.lines}>
          {destinations.map(({ key, name, effect }) => (
            <li key={key}>
              <span className={css.name}>{name}</span> <span className={css.quiet}>{EFFECTS[effect]}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
