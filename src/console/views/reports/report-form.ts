import type { SaveInput, SaveOutcome } from '../../../../machines/entity-form/entity-form.machine.ts';
import type { ConfigFormat } from '../../../contract/config-format.ts';
import type { AlertChannel } from '../../../contract/entities/alert-channel.ts';
import type { Report } from '../../../contract/entities/report.ts';
import { MAIL_RECIPIENTS_MAX } from '../../../contract/mail-address.ts';
import {
  REPORT_CONTENT_NAMES,
  REPORT_CONTENTS,
  REPORT_FORMAT_NAMES,
  REPORT_FORMATS,
} from '../../../contract/reports/kinds.ts';
import { callApi } from '../../api/call-api.ts';
import { createFieldErrorsReader, saveOutcome } from '../../components/entity-form/save-outcome.ts';

/** As edited. */
export type ReportConfig = Pick<
  Report,
  'content' | 'dashboardId' | 'period' | 'at' | 'cron' | 'timeZone' | 'format' | 'recipients' | 'channelId'
>;

export const createReportConfig = (
  timeZone: string,
  channelId: string,
  dashboardId?: string,
): ReportConfig => ({
  ...(dashboardId === undefined ? { content: 'OPTIMIZATION' } : { content: 'DASHBOARD', dashboardId }),
  period: 'WEEK',
  at: '06:00',
  cron: '',
  timeZone,
  format: 'PDF',
  recipients: [],
  channelId,
});

export const toReportConfig = ({
  content,
  dashboardId,
  period,
  at,
  cron,
  timeZone,
  format,
  recipients,
  channelId,
}: Report): ReportConfig => ({
  content,
  ...(dashboardId === undefined ? {} : { dashboardId }),
  period,
  at,
  cron,
  timeZone,
  format,
  recipients,
  channelId,
});

const CALENDAR = ['DAY', 'WEEK', 'MONTH'];

/**
 * @param channels those that send mail
 * @param dashboards options
 */
export function buildReportFormat(
  channels: readonly AlertChannel[],
  dashboards: readonly { id: string; name: string }[],
): ConfigFormat {
  const shared = { required: false, essential: true };
  return {
    config_groups: [
      {
        name: 'what',
        label: 'What and when',
        properties: [
          {
            required: true,
            name: 'content',
            label: 'Content',
            kind: 'choice',
            default: 'OPTIMIZATION',
            options: REPORT_CONTENTS.map((value) => ({ value, label: REPORT_CONTENT_NAMES[value] })),
          },
          {
            required: true,
            name: 'dashboardId',
            label: 'Dashboard',
            kind: 'choice',
            help: 'Its panels, over the period of the report, with the values that its variables begin with.',
            options: dashboards.map(({ id, name }) => ({ value: id, label: name })),
            visibleWhen: { property: 'content', oneOf: ['DASHBOARD'] },
          },
          {
            required: true,
            name: 'period',
            label: 'Period',
            kind: 'choice',
            default: 'WEEK',
            help: 'The day, week or month that is over. A cron expression: the time since it was due before.',
            options: [
              { value: 'DAY', label: 'Day' },
              { value: 'WEEK', label: 'Week, from Monday' },
              { value: 'MONTH', label: 'Month' },
              { value: 'CRON', label: 'Cron expression' },
            ],
          },
          {
            required: true,
            name: 'at',
            label: 'Made at',
            kind: 'text',
            help: 'Time of day after the period is over.',
            placeholder: '06:00',
            visibleWhen: { property: 'period', oneOf: CALENDAR },
          },
          {
            required: true,
            name: 'cron',
            label: 'Cron expression',
            kind: 'text',
            help: 'Minute, hour, day, month, weekday; once an hour at most.',
            placeholder: '0 7 * * 1-5',
            visibleWhen: { property: 'period', oneOf: ['CRON'] },
          },
          {
            required: true,
            name: 'timeZone',
            label: 'Time zone',
            kind: 'text',
            help: 'Days, weeks and hours are of this zone.',
            placeholder: 'Europe/Berlin',
          },
        ],
      },
      {
        name: 'mail',
        label: 'Mail',
        properties: [
          {
            ...shared,
            name: 'recipients',
            label: 'Recipients',
            kind: 'list',
            help: `At most ${MAIL_RECIPIENTS_MAX}. Without any it is made and kept here.`,
            placeholder: 'ops@example.com',
          },
          {
            ...shared,
            name: 'channelId',
            label: 'Sent by',
            kind: 'choice',
            help:
              channels.length === 0
                ? 'There is no e-mail channel: an administrator makes one under Alerts, Channels.'
                : 'The e-mail channel whose mail server and sender are used.',
            options: [
              { value: '', label: 'No channel' },
              ...channels.map(({ id, name }) => ({ value: id, label: name })),
            ],
          },
          {
            ...shared,
            name: 'format',
            label: 'Format',
            kind: 'choice',
            default: 'PDF',
            help: 'PDF and CSV are attached; HTML is the mail itself.',
            options: REPORT_FORMATS.map((value) => ({ value, label: REPORT_FORMAT_NAMES[value] })),
          },
        ],
      },
    ],
  };
}

const readErrors = createFieldErrorsReader(/^report\./);

/** Emptied fields are missing in form values. */
const toSent = (config: Partial<ReportConfig>): ReportConfig => ({
  ...createReportConfig('', ''),
  at: '',
  ...config,
});

export const saveReport = (siteId: string, { id, values, revision }: SaveInput): Promise<SaveOutcome> =>
  saveOutcome(readErrors, async () => {
    const { dashboardId, ...config } = toSent(values.config as Partial<ReportConfig>);
    const isDashboard = config.content === 'DASHBOARD';
    const sent = { name: values.name, ...config, ...(isDashboard ? { dashboardId: dashboardId ?? '' } : {}) };
    // A hidden field may hold previously typed text.
    const report = sent.period === 'CRON' ? { ...sent, at: '06:00' } : { ...sent, cron: '' };
    if (id === undefined) {
      const { data } = await callApi('createReport', { body: { report: { ...report, siteId } } });
      return { id: data.id, revision: 1 };
    }
    const { data } = await callApi(
      'updateReport',
      { body: { report: { ...report, id } } },
      { ifMatch: revision ?? '*' },
    );
    return { id, revision: data.report.revision };
  });
