import { useMemo } from 'react';
import { Link } from 'wouter';
import { wrap } from '../../../../styles/layout.css.ts';
import { quietLink } from '../../../../styles/text.css.ts';
import { AGENT_STATUSES, type Fleet, type FleetDetail } from '../../../contract/entities/fleet.ts';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import { formatLabels } from '../../../contract/entities/fleet-labels.ts';
import { formatAgentName, formatAssigned } from '../../../contract/fleet-words.ts';
import { EMPTY_TIME, PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { counted } from '../../../contract/values.ts';
import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import * as entityForm from '../../components/entity-form/entity-form.css.ts';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { formatAge, formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import * as css from './fleets.css.ts';
import { AGENT_LOOKS, formatStep, formatWindow, ROLLOUT_LOOKS } from './looks.ts';
import { RolloutView } from './RolloutView.tsx';
import { FleetVolumes } from './Volumes.tsx';

const POLL_MS = 5000;
const LISTED = 50;
const NONE: readonly Agent[] = [];

const renderSince = (time: string) => <time title={formatDateTime(time)}>{formatAge(time)}</time>;

const TOKEN_LOOKS = {
  ACTIVE: { label: 'Active', shape: 'check', tone: 'ok' },
  USED_UP: { label: 'Used up', shape: 'dashed', tone: 'text2' },
  EXPIRED: { label: 'Expired', shape: 'dashed', tone: 'text2' },
  REVOKED: { label: 'Revoked', shape: 'deleted', tone: 'text3' },
} as const;

function TokenList({ tokens }: Pick<FleetDetail, 'tokens'>) {
  if (tokens.length === 0) return <p className={css.quiet}>None yet: enroll agents to get one.</p>;
  return (
    <ul className={css.list} aria-label="Enrollment tokens">
      {tokens.map(({ id, state, createdBy, createdAt, expiresAt, agentCount, labels, uses, usesMax }) => (
        <li key={id} className={css.item}>
          <StatusBadge {...TOKEN_LOOKS[state]} />
          <span>
            By {createdBy}, {renderSince(createdAt)}
          </span>
          <span className={css.quiet}>
            {counted(agentCount, 'agent')} enrolled;{' '}
            {expiresAt === EMPTY_TIME ? 'never expires' : `enrolls until ${formatDateTime(expiresAt)}`}
            {usesMax > 0 && `; ${uses} of ${counted(usesMax, 'use')}`}
            {Object.keys(labels).length > 0 && `; labels them ${formatLabels(labels).join(', ')}`}
          </span>
          {state !== 'REVOKED' && (
            <span className={css.itemEnd}>
              <CommandButton
                id="fleet.rotateToken"
                args={{ token: id }}
                label="Rotate"
                size="small"
                hideKeys
              />
              <CommandButton
                id="fleet.revokeToken"
                args={{ token: id }}
                label="Revoke"
                size="small"
                hideKeys
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function MemberList({
  fleetId,
  agents,
  count,
}: {
  fleetId: string;
  agents: readonly Agent[];
  count: number;
}) {
  if (count === 0) return <p className={css.quiet}>No agent has enrolled yet.</p>;
  return (
    <>
      <ul className={css.list} aria-label="Agents of the fleet">
        {agents.slice(0, LISTED).map((agent) => (
          <li key={agent.id} className={css.item}>
            <Link href={paths.agent(agent.id)} className={`${quietLink} ${css.itemName}`}>
              {formatAgentName(agent)}
            </Link>
            <span className={css.itemEnd}>
              <span className={css.quiet}>{renderSince(agent.lastAlive)}</span>
              <StatusBadge {...AGENT_LOOKS[agent.status]} />
            </span>
            {agent.status !== 'HEALTHY' && agent.reason !== '' && (
              <span className={css.note}>{agent.reason}</span>
            )}
          </li>
        ))}
      </ul>
      {count > LISTED && (
        <Link href={paths.agents({ fleet: fleetId })} className={quietLink}>
          See all {count} agents
        </Link>
      )}
    </>
  );
}

/** Troubled agents come first. */
function useMembers(fleetId: string) {
  const query = { fleetIds: [fleetId], 'pagination.limit': PAGE_LIMIT_MAX };
  const { data } = useCall(
    'listAgents',
    { query },
    { poll: POLL_MS, keepPrevious: true, isSuppressed: true },
  );
  const agents = data?.agents ?? NONE;
  return useMemo(
    () => agents.toSorted((a, b) => AGENT_STATUSES.indexOf(a.status) - AGENT_STATUSES.indexOf(b.status)),
    [agents],
  );
}

type FleetDetailsProps = { fleet: Fleet; detail: FleetDetail | undefined; onClose: () => void };

export function FleetDetails({ fleet, detail, onClose }: FleetDetailsProps) {
  const args = { fleet: fleet.id };
  const members = useMembers(fleet.id);
  const [latest, ...older] = detail?.rollouts ?? [];
  return (
    <div className={css.details}>
      <PanelHead
        title={fleet.name}
        note={fleet.description || counted(fleet.agentCount, 'agent')}
        onClose={onClose}
      />
      <div className={entityForm.body}>
        <div className={wrap}>
          {!fleet.runsSite && (
            <CommandButton id="fleet.rollout" args={args} label="Roll out" size="small" variant="primary" />
          )}
          <CommandButton id="fleet.enroll" args={args} size="small" />
          <CommandButton id="fleet.edit" args={args} label="Edit" size="small" />
          <CommandButton id="fleet.delete" args={args} label="Delete" size="small" variant="danger" />
        </div>
        <dl className={css.facts}>
          {fleet.runsSite && (
            <>
              <dt className={css.term}>Runs</dt>
              <dd className={css.value}>The pipelines of its site: each deployment is a rollout</dd>
            </>
          )}
          <dt className={css.term}>Configuration</dt>
          <dd className={css.value}>
            {fleet.configuration === null ? (
              'None: agents keep what they run'
            ) : (
              <Link href={paths.configuration(fleet.configuration.id)} className={quietLink}>
                {formatAssigned(fleet.configuration)}
              </Link>
            )}
          </dd>
          {fleet.maintenanceWindow && (
            <>
              <dt className={css.term}>Maintenance window</dt>
              <dd className={css.value}>
                {formatWindow(fleet.maintenanceWindow)}; {fleet.maintenanceWindow.isOpen ? 'closes' : 'opens'}{' '}
                {formatDateTime(fleet.maintenanceWindow.changesAt)}
              </dd>
            </>
          )}
          <dt className={css.term}>Agents</dt>
          <dd className={css.value}>
            <ul className={css.counts} aria-label="Agents by status">
              {AGENT_STATUSES.filter((status) => fleet.statuses[status] > 0).map((status) => (
                <li key={status}>
                  <StatusBadge
                    {...AGENT_LOOKS[status]}
                    label={`${fleet.statuses[status]} ${AGENT_LOOKS[status].label.toLowerCase()}`}
                  />
                </li>
              ))}
              {fleet.agentCount === 0 && <li>None yet</li>}
            </ul>
          </dd>
        </dl>
        {latest && <RolloutView key={latest.id} rollout={latest} fleetId={fleet.id} />}
        {fleet.agentCount > 0 && <FleetVolumes key={fleet.id} fleet={fleet} />}
        <section className={css.section} aria-labelledby="fleet-agents">
          <h3 id="fleet-agents" className={css.heading}>
            Agents
          </h3>
          <MemberList fleetId={fleet.id} agents={members} count={fleet.agentCount} />
        </section>
        <section className={css.section} aria-labelledby="fleet-tokens">
          <h3 id="fleet-tokens" className={css.heading}>
            Enrollment tokens
          </h3>
          {detail && <TokenList tokens={detail.tokens} />}
        </section>
        {older.length > 0 && (
          <section className={css.section} aria-labelledby="fleet-rollouts">
            <h3 id="fleet-rollouts" className={css.heading}>
              Earlier rollouts
            </h3>
            <ul className={css.list} aria-label="Earlier rollouts">
              {older.map((one) => (
                <li key={one.id} className={css.item}>
                  <StatusBadge {...ROLLOUT_LOOKS[one.state]} />
                  <span>{formatAssigned(one.configuration)}</span>
                  <span className={css.quiet}>
                    {formatStep(one)}; by {one.startedBy}
                  </span>
                  <span className={css.itemEnd}>{renderSince(one.startedAt)}</span>
                  {one.reason !== '' && <span className={css.note}>{one.reason}</span>}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}
