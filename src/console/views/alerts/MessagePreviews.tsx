import { useState } from 'react';
import { findConditionProblem } from '../../../contract/alerts/condition.ts';
import { formatAlertValue, formatTarget } from '../../../contract/alerts/texts.ts';
import type { CallBody, CallResponse } from '../../../contract/calls/index.ts';
import type { AlertMessagePreview, AlertOccasion } from '../../../contract/entities/alert.ts';
import { useCall } from '../../api/use-call.ts';
import { useSettled } from '../../components/use-settled.ts';
import { ErrorPanel } from '../../components/widgets/feedback/error-panel.tsx';
import { SegmentedField } from '../../components/widgets/forms/switch-field.tsx';
import { CHANNEL_NAMES } from './channel-look.ts';
import { layOutMessage } from './message-layout.ts';
import { type RuleConfig, toCondition } from './new-rule.ts';
import * as css from './previews.css.ts';
import { findRuleErrors } from './save-rule.ts';

type Asked = CallBody<'previewAlertMessages'>['alertRule'];
type Rule = { id: string | undefined; siteId: string; name: string; config: RuleConfig };

/** Undefined while the rule is incomplete. */
function toAsked({ id, siteId, name, config }: Rule): Asked | undefined {
  const condition = toCondition(config.condition);
  const { severity, channelIds, runbookUrl, message } = config;
  if (!condition || findConditionProblem(condition) || findRuleErrors(config)['config.message']) return;
  if (channelIds.length === 0 || !/^$|^https?:\/\/[^\s]+$/.test(runbookUrl.trim())) return undefined;
  return {
    ...(id === undefined ? {} : { id }),
    siteId,
    name,
    condition,
    severity,
    channelIds,
    runbookUrl,
    message,
  };
}

/** Messages to the channels of an edited rule. */
function usePreviews(rule: Rule, occasion: AlertOccasion) {
  const settled = useSettled(toAsked(rule) ?? null);
  const asked = settled ?? undefined;
  const { data, error, refetch } = useCall(
    'previewAlertMessages',
    { body: { alertRule: asked as Asked, occasion } },
    { enabled: asked !== undefined, keepPrevious: true, isSuppressed: true },
  );
  return { shown: asked && data, error, retry: () => void refetch() };
}

const OCCASIONS: readonly { value: AlertOccasion; label: string }[] = [
  { value: 'FIRING', label: 'Fires' },
  { value: 'WARNING', label: 'Warns' },
  { value: 'RESOLVED', label: 'Clears' },
];

/** Explains the example values. */
function describeExample(
  { example, target, value }: CallResponse<'previewAlertMessages'>,
  condition: Parameters<typeof formatAlertValue>[0],
): string {
  const what = `${formatTarget(target)}${value === null ? '' : `, ${formatAlertValue(condition, value)}`}`;
  if (example === 'ALERT') return `Filled in with its newest alert: ${what}`;
  if (example === 'VALUE') return `Filled in with the newest value: ${what}`;
  return 'Filled in as if it were at its threshold: nothing is known yet';
}

const indent = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

/** As the receiver displays it, else as sent. */
function Message({ preview }: { preview: AlertMessagePreview }) {
  if (preview.hidden !== '') return <p className={css.hidden}>{preview.hidden}</p>;
  const layout = layOutMessage(preview);
  if (!layout)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long JSON scrolls by keyboard
      <pre className={css.json} tabIndex={0}>
        {indent(preview.body)}
      </pre>
    );
  const { title, facts, links, color } = layout;
  return (
    <div className={css.message} style={color === '' ? undefined : { borderLeft: `3px solid ${color}` }}>
      <p className={css.title}>{title}</p>
      <dl className={css.facts}>
        {facts.map(({ label, text }) => (
          <div key={`${label} ${text}`} className={css.fact}>
            <dt className={css.label}>{label}</dt>
            <dd className={css.text}>{text}</dd>
          </div>
        ))}
      </dl>
      {links.length > 0 && (
        <p className={css.links}>
          {links.map((link) => (
            <span key={link} className={css.link}>
              {link}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

type MessagePreviewsProps = {
  /** For a stored rule. */
  id: string | undefined;
  siteId: string;
  name: string;
  config: RuleConfig;
};

/** Previews of the rule's message in each channel. */
export function MessagePreviews(rule: MessagePreviewsProps) {
  const [chosen, setChosen] = useState<AlertOccasion>('FIRING');
  const { condition, channelIds } = rule.config;
  const offered = OCCASIONS.filter(({ value }) => value !== 'WARNING' || condition.warning !== null);
  const occasion = offered.some(({ value }) => value === chosen) ? chosen : 'FIRING';
  const { shown, error, retry } = usePreviews(rule, occasion);
  if (channelIds.length === 0) return null;
  if (error)
    return (
      <ErrorPanel title="What its channels would get cannot be shown" cause={error.message} onRetry={retry} />
    );
  if (!shown || shown.previews.length === 0) return null;
  return (
    <section className={css.previews} aria-label="What its channels get">
      <header className={css.head}>
        <div>
          <h3 className={css.heading}>What its channels get</h3>
          <p className={css.note}>{describeExample(shown, condition)}</p>
        </div>
        <SegmentedField label="When it" hideLabel value={occasion} options={offered} onChange={setChosen} />
      </header>
      <ul className={css.list}>
        {shown.previews.map((preview) => (
          <li key={preview.channelId} className={css.card}>
            <p className={css.channel}>
              <strong>{CHANNEL_NAMES[preview.channelType]}</strong> {preview.channelName}
              {preview.address !== '' && <span className={css.address}>{preview.address}</span>}
            </p>
            <Message preview={preview} />
          </li>
        ))}
      </ul>
    </section>
  );
}
