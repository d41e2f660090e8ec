import { useMemo, useState } from 'react';
import { SHIPPED_DASHBOARDS } from '../../../contract/dashboards/shipped.ts';
import type { AlertChannel } from '../../../contract/entities/alert-channel.ts';
import type { Report } from '../../../contract/entities/report.ts';
import { PAGE_LIMIT_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../api/use-call.ts';
import { FormFrame } from '../../components/entity-form/FormFrame.tsx';
import { NameField } from '../../components/entity-form/NameField.tsx';
import { PanelHead } from '../../components/entity-form/PanelHead.tsx';
import { useEntityForm } from '../../components/entity-form/use-entity-form.ts';
import { useSettled } from '../../components/use-settled.ts';
import {
  buildFieldId,
  pickErrorsWithin,
  SchemaForm,
} from '../../components/widgets/schema-form/schema-form.tsx';
import { formatMinute } from '../../lib/format.ts';
import { useSite } from '../../state/sites.ts';
import { notify } from '../../state/toasts.ts';
import {
  buildReportFormat,
  createReportConfig,
  type ReportConfig,
  saveReport,
  toReportConfig,
} from './report-form.ts';
import * as css from './reports.css.ts';

/** When it would run, and what it would show now. */
function Outlook({ siteId, name, config }: { siteId: string; name: string; config: Partial<ReportConfig> }) {
  const settled = useSettled(config);
  const { content = 'OPTIMIZATION', dashboardId = '', period = 'WEEK' } = settled;
  const { at = '', cron = '', timeZone = '' } = settled;
  const isDashboard = content === 'DASHBOARD';
  const report = {
    siteId,
    name,
    content,
    ...(isDashboard ? { dashboardId } : {}),
    period,
    timeZone,
    ...(period === 'CRON' ? { cron } : { at }),
  };
  const isWhole =
    timeZone !== '' && (!isDashboard || dashboardId !== '') && (period === 'CRON' ? cron !== '' : at !== '');
  const { data, error } = useCall(
    'previewReport',
    { body: { report } },
    { enabled: isWhole, keepPrevious: true, isSuppressed: true },
  );
  if (!isWhole) return null;
  return (
    <div className={css.next} role="status">
      {error ? (
        <p>{error.details[0]?.message ?? error.message}</p>
      ) : (
        data && (
          <>
            <p>Next: {data.nextRunsAt.map((time) => formatMinute(new Date(time))).join(', ')}</p>
            <p>Of the time up to now: {data.document.summary}</p>
          </>
        )
      )}
    </div>
  );
}

/** The site's and built-in dashboards. @param chosen stays, even if deleted */
function useDashboards(siteId: string, chosen: string | undefined) {
  const { data } = useCall(
    'listDashboards',
    { query: { siteIds: [siteId], 'pagination.limit': PAGE_LIMIT_MAX } },
    { isSuppressed: true },
  );
  return useMemo(() => {
    const known = [...SHIPPED_DASHBOARDS, ...(data?.dashboards ?? [])].map(({ id, name }) => ({ id, name }));
    const isGone = data && chosen !== undefined && !known.some(({ id }) => id === chosen);
    return isGone ? [...known, { id: chosen, name: 'A deleted dashboard' }] : known;
  }, [data, chosen]);
}

type ReportFormProps = {
  report: Report | undefined;
  /** Dashboard and name of a new one; undefined for defaults. */
  dashboardId?: string | undefined;
  proposedName?: string | undefined;
  /** Those that send mail. */
  channels: readonly AlertChannel[];
  onClose: (id: string | undefined) => void;
};

export function ReportForm({ report, dashboardId, proposedName, channels, onClose }: ReportFormProps) {
  const site = useSite();
  const [blank] = useState(() => ({
    templateId: 'report',
    values: {
      name: proposedName ?? 'Weekly optimization',
      description: '',
      config: createReportConfig(
        Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
        channels[0]?.id ?? '',
        dashboardId,
      ),
    },
  }));
  const form = useEntityForm({
    ...(report
      ? {
          existing: {
            id: report.id,
            revision: report.revision,
            templateId: 'report',
            values: { name: report.name, description: '', config: toReportConfig(report) },
          },
        }
      : { blank }),
    save: (input) => saveReport(site.id, input),
    onSaved: () =>
      notify({
        message: report ? 'The report was saved.' : 'The report was created.',
        status: 'success',
        shouldTimeout: true,
      }),
    onClose,
  });
  const { formId, send, state } = form;
  const { values, errors } = state.context;
  const dashboards = useDashboards(site.id, report?.dashboardId ?? dashboardId);
  const format = useMemo(() => buildReportFormat(channels, dashboards), [channels, dashboards]);
  return (
    <FormFrame
      form={form}
      noun="Report"
      label={report ? `Edit ${report.name}` : 'New report'}
      savedBy={report ? 'updateReport' : 'createReport'}
      saveLabel={report ? 'Save report' : 'Create report'}
      heading={
        <PanelHead
          title={report ? report.name : 'New report'}
          note={`Figures of ${site.name}, made and mailed by themselves`}
          onClose={() => send({ type: 'form.left' })}
        />
      }
    >
      <NameField form={form} isProposal={!report} />
      <Outlook siteId={site.id} name={values.name} config={values.config as Partial<ReportConfig>} />
      <SchemaForm
        formId={buildFieldId(formId, 'config')}
        format={format}
        value={values.config}
        errors={pickErrorsWithin(errors, 'config')}
        onChange={(config) => send({ type: 'config.changed', config })}
      />
    </FormFrame>
  );
}
