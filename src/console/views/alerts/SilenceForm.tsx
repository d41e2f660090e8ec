import type { AlertRule, AlertScope } from '../../../contract/entities/alert.ts';
import type { AlertSilence } from '../../../contract/entities/alert-silence.ts';
import { counted } from '../../../contract/values.ts';
import { useCall } from '../../api/use-call.ts';
import { callGuard } from '../../commands/call-guard.ts';
import { FormFrame } from '../../components/entity-form/FormFrame.tsx';
import { NameField } from '../../components/entity-form/NameField.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { useEntityForm } from '../../components/entity-form/use-entity-form.ts';
import { useSettled } from '../../components/use-settled.ts';
import { formatMinute } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
import * as css from './rule.css.ts';
import { SilenceSentence } from './SilenceSentence.tsx';
import { saveSilence } from './save-silence.ts';
import {
  createSilenceConfig,
  readSilenceTimes,
  type SilenceConfig,
  type SilenceTarget,
  toSilenceConfig,
} from './silence-config.ts';

const readNow = () => Math.floor(Date.now() / 1000);

const isWhole = (scope: AlertScope): boolean => {
  if (scope.kind === 'selected') return scope.ids.length > 0;
  return scope.kind !== 'pattern' || scope.pattern.trim() !== '';
};

/** `Covers 2 alerts firing now, and 5 of the last 7 days.` */
function useCoverage(siteId: string, { ruleIds, scope }: SilenceConfig): string {
  const settled = useSettled({ ruleIds, scope });
  const { data, error } = useCall(
    'tryAlertSilence',
    { body: { alertSilence: { siteId, ...settled } } },
    { enabled: isWhole(settled.scope), keepPrevious: true, isSuppressed: true },
  );
  if (error) return error.message;
  if (!data || !isWhole(scope)) return '';
  const { firingCount, recentCount } = data;
  const now = firingCount === 0 ? 'no alert that fires now' : `${counted(firingCount, 'alert')} firing now`;
  return `Covers ${now}, and ${recentCount === 0 ? 'none' : recentCount} of the last 7 days.`;
}

/** End in local time. */
function describeEnd(config: SilenceConfig): string {
  const { start, end } = readSilenceTimes(config, readNow());
  if (start === undefined || end === undefined) return '';
  const from = start === null ? 'now' : formatMinute(start * 1000);
  return `From ${from} until ${formatMinute(end * 1000)}. Alerts are judged and listed meanwhile, and nothing is sent. What still fires afterwards is told then.`;
}

type SilenceFormProps = {
  /** Undefined for a new one. */
  silence: AlertSilence | undefined;
  rules: readonly AlertRule[];
  targets: readonly SilenceTarget[];
  /** Initial values. */
  begin: { ruleIds: string[]; scope: AlertScope };
  onClose: (id: string | undefined) => void;
};

export function SilenceForm({ silence, rules, targets, begin, onClose }: SilenceFormProps) {
  const site = useSite();
  const savedBy = silence ? 'updateAlertSilence' : 'createAlertSilence';
  const values = silence && { name: silence.reason, description: '', config: toSilenceConfig(silence) };
  const form = useEntityForm({
    existing: silence &&
      values && { id: silence.id, revision: silence.revision, templateId: 'silence', values },
    blank: {
      templateId: 'silence',
      values: { name: '', description: '', config: createSilenceConfig(begin.ruleIds, begin.scope) },
    },
    save: (input) => saveSilence(site.id, input, readNow()),
    onSaved: () =>
      notify({
        message: silence ? 'The silence was changed.' : 'The silence was created.',
        status: 'success',
        shouldTimeout: true,
      }),
    onClose,
  });
  const { formId, send, state } = form;
  const config = state.context.values.config as SilenceConfig;
  const readOnly = useStore(callGuard)?.([savedBy], site) !== undefined;
  const coverage = useCoverage(site.id, config);
  return (
    <FormFrame
      form={form}
      noun="Silence"
      label={silence ? `Edit ${silence.reason}` : 'New silence'}
      savedBy={savedBy}
      saveLabel={silence ? 'Save silence' : 'Create silence'}
      heading={
        <PanelHead
          title={silence?.reason ?? 'New silence'}
          note={silence ? `By ${silence.createdBy}` : 'For planned work, or for what is known already'}
          onClose={() => send({ type: 'form.left' })}
        />
      }
    >
      <NameField form={form} label="Reason" />
      <SilenceSentence
        formId={formId}
        config={config}
        rules={rules}
        targets={targets}
        errors={state.context.errors}
        readOnly={readOnly}
        isStarted={silence?.state === 'ACTIVE'}
        onChange={(next) => send({ type: 'config.changed', config: { ...config, ...next } })}
      />
      <p className={css.note} aria-live="polite">
        {coverage}
      </p>
      <p className={css.note}>{describeEnd(config)}</p>
    </FormFrame>
  );
}
