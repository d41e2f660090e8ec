import { Link } from 'wouter';
import { wrapCentered } from '../../../../styles/layout.css.ts';
import { mono, quietLink } from '../../../../styles/text.css.ts';
import type { Agent, AgentDetail, ComponentHealth } from '../../../contract/entities/fleet-agent.ts';
import { formatLabels } from '../../../contract/entities/fleet-labels.ts';
import { formatAgentName, formatAssigned } from '../../../contract/fleet-words.ts';
import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import * as entityForm from '../../components/entity-form/entity-form.css.ts';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { Skeleton } from '../../components/widgets/feedback/skeleton.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { TextDiff } from '../../components/widgets/text-diff/text-diff.tsx';
import { formatAge, formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { AgentUsage } from './AgentUsage.tsx';
import * as css from './fleets.css.ts';
import { AGENT_LOOKS, EVENT_LOOKS, formatCredential, PACKAGE_LOOKS } from './looks.ts';
import { AgentVolumes } from './Volumes.tsx';

const POLL_MS = 5000;

const HEALTH_LOOKS = {
  true: { shape: 'check', tone: 'ok' },
  false: { shape: 'octagon', tone: 'err' },
} as const;

function HealthBranch({ components }: Pick<ComponentHealth, 'components'>) {
  return (
    <ul className={css.branch}>
      {Object.entries(components).map(([name, part]) => (
        <li key={name}>
          <HealthLine name={name} health={part} />
        </li>
      ))}
    </ul>
  );
}

function HealthLine({ name, health }: { name: string; health: ComponentHealth }) {
  const { isHealthy, error, status, components } = health;
  const note = isHealthy ? '' : error || status || 'not healthy';
  return (
    <>
      <StatusBadge {...HEALTH_LOOKS[`${isHealthy}`]} label={name} {...(note === '' ? {} : { note })} />
      {Object.keys(components).length > 0 && <HealthBranch components={components} />}
    </>
  );
}

function Health({ health }: Pick<AgentDetail, 'health'>) {
  return (
    <section className={css.section} aria-labelledby="agent-health">
      <h3 id="agent-health" className={css.heading}>
        Health
      </h3>
      {health ? (
        <ul className={css.tree} aria-label="Health of its components">
          <li>
            <HealthLine name="Collector" health={health} />
          </li>
        </ul>
      ) : (
        <p className={css.quiet}>It has not reported its health.</p>
      )}
    </section>
  );
}

function Difference({ compared, effective, configuration }: AgentDetail) {
  const isSame = compared !== null && compared.assigned === compared.effective;
  const text =
    effective === null
      ? 'It has not reported its configuration, or the report is not valid YAML.'
      : compared === null
        ? 'No configuration is assigned to compare with.'
        : isSame
          ? 'It runs exactly the assigned configuration.'
          : 'Differences from the assigned configuration. Keys are sorted and secrets masked; defaults that components fill in, and what its supervisor adds, are left out.';
  return (
    <section className={css.section} aria-labelledby="agent-configuration">
      <h3 id="agent-configuration" className={css.heading}>
        Effective configuration
      </h3>
      <p className={css.quiet}>
        {text}
        {configuration && (
          <>
            {' Assigned is '}
            <Link href={paths.configuration(configuration.id)} className={quietLink}>
              {formatAssigned(configuration)}
            </Link>
            .
          </>
        )}
      </p>
      {compared && !isSame && (
        <TextDiff
          label="Difference to the assigned configuration"
          before={compared.assigned}
          after={compared.effective}
        />
      )}
      {compared === null && effective !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
        <section className={css.command} tabIndex={0} aria-label="What it runs">
          <pre className={css.lines}>{effective}</pre>
        </section>
      )}
    </section>
  );
}

function Facts({ agent }: { agent: AgentDetail }) {
  const facts: [string, string][] = [
    ['Fleet', agent.fleetName],
    ['Host', agent.host],
    ['Platform', agent.platform],
    ['Version', agent.version],
    ['Connection', agent.isConnected ? (agent.transport === 'websocket' ? 'WebSocket' : 'HTTP') : 'None'],
    ['Credential', formatCredential(agent)],
    ['Accepts configurations', agent.acceptsConfiguration ? 'Yes' : 'No'],
    ...Object.entries(agent.attributes).sort(([a], [b]) => (a < b ? -1 : 1)),
  ];
  return (
    <dl className={css.facts}>
      <dt className={css.term}>Last seen</dt>
      <dd className={css.value}>
        <time title={formatDateTime(agent.lastAlive)}>{formatAge(agent.lastAlive)}</time>
      </dd>
      <dt className={css.term}>Enrolled</dt>
      <dd className={css.value}>{formatDateTime(agent.firstSeenAt)}</dd>
      {facts
        .filter(([, value]) => value !== '')
        .map(([term, value]) => [
          <dt key={`${term} term`} className={css.term}>
            {term}
          </dt>,
          <dd key={term} className={css.value}>
            {value}
          </dd>,
        ])}
      <dt className={css.term}>Instance id</dt>
      <dd className={`${css.value} ${mono}`}>{agent.instanceUid}</dd>
    </dl>
  );
}

function LabelList({ agent }: { agent: Agent }) {
  const labels = formatLabels(agent.labels);
  return (
    <section className={css.section} aria-labelledby="agent-labels">
      <h3 id="agent-labels" className={css.heading}>
        Labels
      </h3>
      {labels.length === 0 ? (
        <p className={css.quiet}>None. Rollouts can go by labels, such as environment=staging first.</p>
      ) : (
        <ul className={css.tags} aria-label="Labels of the agent">
          {labels.map((label) => (
            <li key={label} className={css.tag}>
              {label}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Components({ components }: Pick<AgentDetail, 'components'>) {
  const kinds = Object.entries(components);
  if (kinds.length === 0) return null;
  return (
    <section className={css.section} aria-labelledby="agent-components">
      <h3 id="agent-components" className={css.heading}>
        Components
      </h3>
      <dl className={css.facts}>
        {kinds.map(([kind, types]) => [
          <dt key={`${kind} term`} className={css.term}>
            {kind}
          </dt>,
          <dd key={kind} className={css.value}>
            <ul className={css.tags}>
              {types.map((type) => (
                <li key={type} className={css.tag}>
                  {type}
                </li>
              ))}
            </ul>
          </dd>,
        ])}
      </dl>
    </section>
  );
}

function Packages({ packages }: Pick<AgentDetail, 'packages'>) {
  const all = Object.entries(packages);
  if (all.length === 0) return null;
  return (
    <section className={css.section} aria-labelledby="agent-packages">
      <h3 id="agent-packages" className={css.heading}>
        Packages
      </h3>
      <ul className={css.list} aria-label="Packages of the agent">
        {all.map(([name, { version, offered, state, problem }]) => (
          <li key={name} className={css.item}>
            <span className={css.itemName}>{name}</span>
            <span className={css.quiet}>
              {version}
              {offered !== '' && offered !== version && `; offered ${offered}`}
            </span>
            <span className={css.itemEnd}>
              <StatusBadge {...PACKAGE_LOOKS[state]} />
            </span>
            {problem !== '' && <span className={css.note}>{problem}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ events }: Pick<AgentDetail, 'events'>) {
  return (
    <section className={css.section} aria-labelledby="agent-history">
      <h3 id="agent-history" className={css.heading}>
        History
      </h3>
      <ul className={css.list} aria-label="History of the agent">
        {events.map(({ at, kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one answer in their order
          <li key={index} className={css.item}>
            <StatusBadge {...EVENT_LOOKS[kind]} />
            <span className={css.itemEnd}>
              <time className={css.quiet} title={formatDateTime(at)}>
                {formatAge(at)}
              </time>
            </span>
            <span className={css.note}>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type AgentDetailsProps = { agent: Agent; onClose: () => void };

export function AgentDetails({ agent, onClose }: AgentDetailsProps) {
  const { data, error, refetch } = useCall(
    'getAgent',
    { path: { agentId: agent.id } },
    { poll: POLL_MS, keepPrevious: true, isSuppressed: true },
  );
  const detail = data?.agent.id === agent.id ? data.agent : undefined;
  const { status, reason } = detail ?? agent;
  return (
    <div className={css.details}>
      <PanelHead
        title={formatAgentName(agent)}
        note={`An agent of the fleet ${agent.fleetName}`}
        onClose={onClose}
      />
      <div className={entityForm.body}>
        <div className={wrapCentered}>
          <StatusBadge {...AGENT_LOOKS[status]} look="pill" />
          <CommandButton id="agent.editLabels" args={{ agent: agent.id }} label="Labels" size="small" />
          {agent.canRetry && agent.status === 'ERROR' && (
            <CommandButton id="agent.retry" args={{ agent: agent.id }} label="Retry" size="small" />
          )}
          {agent.isConnected && (
            <CommandButton id="agent.restart" args={{ agent: agent.id }} label="Restart" size="small" />
          )}
          {!agent.isConnected && (
            <CommandButton
              id="agent.delete"
              args={{ agent: agent.id }}
              label="Delete"
              size="small"
              variant="danger"
            />
          )}
        </div>
        {reason !== '' && <p className={css.reason}>{reason}</p>}
        {error && (
          <ErrorPanel
            title="The agent could not be read"
            cause={error.message}
            onRetry={() => void refetch()}
          />
        )}
        {!detail && !error && <Skeleton width="100%" height={96} label="the agent" />}
        {detail && (
          <>
            <LabelList agent={detail} />
            <AgentVolumes agent={detail} />
            <AgentUsage usage={detail.usage} />
            <Health health={detail.health} />
            <Difference {...detail} />
            <History events={detail.events} />
            <section className={css.section} aria-labelledby="agent-facts">
              <h3 id="agent-facts" className={css.heading}>
                Identity
              </h3>
              <Facts agent={detail} />
            </section>
            <Components components={detail.components} />
            <Packages packages={detail.packages} />
          </>
        )}
      </div>
    </div>
  );
}
