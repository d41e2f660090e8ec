import { Suspense, useMemo } from 'react';
import { Link } from 'wouter';
import { wrapCentered } from '../../../../styles/layout.css.ts';
import { quietLink } from '../../../../styles/text.css.ts';
import type { ChartSpan } from '../../../charts/types.ts';
import { getAdvice, isStateMetric, METRIC_INFO } from '../../../contract/alerts/metrics.ts';
import { describeFiring, formatAlertValue } from '../../../contract/alerts/texts.ts';
import type { AlertEvent } from '../../../contract/entities/alert.ts';
import type { AlertDelivery } from '../../../contract/entities/alert-channel.ts';
import { POLL_ALERTS_MS } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';
import { StatusBadge } from '../../components/widgets/status/status-badge.tsx';
import { formatMinute } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import {
  describeEvent,
  describeRemarks,
  findAlertFix,
  findAlertLink,
  formatAlertDuration,
  formatSilence,
  SEVERITY_LOOKS,
  STATE_LOOKS,
} from './alert-look.ts';
import * as css from './alerts.css.ts';
import { DELIVERY_LOOKS, describeDelivery, MESSAGE_NAMES } from './channel-look.ts';
import type { AlertRow } from './columns.tsx';

const { Component: AlertChart } = createLazyCode(async () => ({
  default: (await import('./AlertChart.tsx')).AlertChart,
}));

/** Messages of an alert: sent, waiting or failed, and why. */
function DeliveryList({ deliveries }: { deliveries: readonly AlertDelivery[] }) {
  if (deliveries.length === 0) return null;
  return (
    <section className={css.side} aria-label="Messages">
      <h3 className={css.sideTitle}>Messages</h3>
      <ol className={css.timeline}>
        {deliveries.map((delivery) => {
          const text = describeDelivery(delivery);
          return (
            <li key={delivery.id} className={css.step}>
              <StatusBadge {...DELIVERY_LOOKS[delivery.state]} />
              <span className={css.told}>
                {MESSAGE_NAMES[delivery.kind]} to {delivery.channelName}
                {text !== '' && <span className={css.toldMore}> {text}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const isEmptyTime = (time: string): boolean => time.startsWith('0001');
const NONE: readonly never[] = [];

/** Marks when it fired. */
function useFiringSpan({ firedAt, endedAt }: AlertRow): readonly ChartSpan[] {
  return useMemo(() => {
    if (isEmptyTime(firedAt)) return NONE;
    const end = isEmptyTime(endedAt) ? Number.MAX_SAFE_INTEGER : Date.parse(endedAt);
    return [{ start: Date.parse(firedAt), end, kind: 'firing' }];
  }, [firedAt, endedAt]);
}

/** Messages of an ended alert may still be sent. */
const isUnderWay = ({ endedAt }: AlertEvent, deliveries: readonly AlertDelivery[]): boolean =>
  isEmptyTime(endedAt) || deliveries.some(({ state }) => state === 'WAITING' || state === 'SENDING');

export function AlertDetails({ row }: { row: AlertRow }) {
  const isOpen = isEmptyTime(row.endedAt);
  const { data, error, refetch } = useCall(
    'getAlertEvent',
    { path: { alertEventId: row.id } },
    {
      isSuppressed: true,
      keepPrevious: true,
      poll: (answer) => (isUnderWay(answer?.event ?? row, answer?.deliveries ?? []) ? POLL_ALERTS_MS : false),
    },
  );
  const spans = useFiringSpan(row);
  const series = useMemo(() => (data ? [data.series] : NONE), [data]);
  const link = findAlertLink(row);
  const fix = findAlertFix(row);
  const { label } = METRIC_INFO[row.condition.metric];
  const isState = isStateMetric(row.condition.metric);
  return (
    <div className={css.details}>
      <h2 className={css.title}>{describeEvent(row)}</h2>
      <p className={css.text}>
        {describeFiring(row.condition)}
        {row.peak !== null && !isState
          ? ` The ${/^(BELOW|AT_MOST)$/.test(row.condition.operator) ? 'lowest' : 'highest'} value was ${formatAlertValue(row.condition, row.peak)}.`
          : ''}
        {row.endReason === '' ? '' : ` ${row.endReason}.`} {isOpen ? getAdvice(row.condition) : ''}
      </p>
      {row.message !== '' && <p className={css.message}>{row.message}</p>}
      {describeRemarks(row) !== '' && <p className={css.text}>{describeRemarks(row)}</p>}
      {row.silence && (
        <p className={css.text}>
          {isOpen ? formatSilence(row.silence) : `${formatSilence(row.silence)}, when it ended`}:{' '}
          {row.silence.reason}{' '}
          <Link href={paths.alertSilences({ silence: row.silence.id })} className={quietLink}>
            Open the silence
          </Link>
        </p>
      )}
      <div className={css.columns}>
        <Suspense fallback={<figure aria-hidden="true" />}>
          <AlertChart
            title={`${label.charAt(0).toUpperCase()}${label.slice(1)}`}
            condition={row.condition}
            series={series}
            spans={spans}
            loading={data === undefined && !error}
            error={error}
            onRetry={() => void refetch()}
          />
        </Suspense>
        <div className={css.aside}>
          <section className={css.side} aria-label="Timeline">
            <h3 className={css.sideTitle}>Timeline</h3>
            <ol className={css.timeline}>
              {(data?.timeline ?? NONE).map(({ state, at, value, severity }) => (
                <li key={`${state} ${at}`} className={css.step}>
                  <StatusBadge {...STATE_LOOKS[state]} />
                  <span>
                    <span className={css.time}>{formatMinute(new Date(at))}</span>
                    {value === null || isState ? '' : `, ${formatAlertValue(row.condition, value)}`}
                    {severity && state === 'FIRING' ? `, ${SEVERITY_LOOKS[severity].label}` : ''}
                  </span>
                </li>
              ))}
            </ol>
          </section>
          <DeliveryList deliveries={data?.deliveries ?? NONE} />
        </div>
      </div>
      <div className={wrapCentered}>
        {!row.isSettled && (
          <CommandButton id="alerts.acknowledge" args={{ alert: row.id }} variant="primary" size="small" />
        )}
        {isOpen && fix && !('to' in fix) && (
          <CommandButton id="alerts.fix" args={{ alert: row.id }} size="small" />
        )}
        <CommandButton id="alerts.explain" args={{ alert: row.id }} size="small" />
        {isOpen && !row.silence && (
          <CommandButton id="alerts.silence" args={{ alert: row.id }} size="small" />
        )}
        {link && (
          <Link href={link.to} className={quietLink}>
            {link.label}
          </Link>
        )}
        <Link href={paths.alertRules({ rule: row.ruleId })} className={quietLink}>
          Open the rule
        </Link>
        {row.runbookUrl !== '' && (
          <a href={row.runbookUrl} className={quietLink} target="_blank" rel="noreferrer">
            Runbook
          </a>
        )}
        <span className={css.when}>
          since {formatMinute(new Date(row.startedAt))}, {isOpen ? 'for' : 'lasted'}{' '}
          {formatAlertDuration(row, Date.now())}
        </span>
      </div>
    </div>
  );
}
