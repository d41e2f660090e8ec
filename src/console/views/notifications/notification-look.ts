import type {
  Notification,
  NotificationCategory,
  NotificationSeverity,
  NotificationState,
  NotificationSubCategory,
} from '../../../contract/entities/notification.ts';
import type { ShapeName, Tone } from '../../components/widgets/icons/status-shape.tsx';
import { paths } from '../../lib/paths.ts';

type Look = { label: string; shape: ShapeName; tone: Tone };

export const SEVERITY_LOOKS: Record<NotificationSeverity, Look> = {
  error: { label: 'Error', shape: 'octagon', tone: 'err' },
  warning: { label: 'Warning', shape: 'triangle', tone: 'warn' },
  informational: { label: 'Informational', shape: 'info', tone: 'info' },
};

export const STATE_LOOKS: Record<NotificationState, Look> = {
  ACTIVE: { label: 'Active', shape: 'dashed', tone: 'text2' },
  RESOLVED: { label: 'Resolved', shape: 'check', tone: 'ok' },
};

export const CATEGORY_NAMES: Record<NotificationCategory, string> = {
  PIPELINES: 'Pipelines',
  SOURCES: 'Sources',
  DESTINATIONS: 'Destinations',
  SITES: 'Site',
  ALERTS: 'Alerts',
};

export const SUB_CATEGORY_NAMES: Record<NotificationSubCategory, string> = {
  DEPLOYED: 'Deployed',
  DEPLOYMENT_ROLLED_BACK: 'Rolled back',
  DEPLOYMENT_FAILED: 'Deployment failed',
  PIPELINE_STOPPED: 'Stopped',
  NEW_ERRORS: 'New errors',
  SOURCE_SILENT: 'Silent',
  DESTINATION_DOWN: 'Down',
  BUFFER_FILLING: 'Buffer filling',
  ENGINE_STOPPED: 'Engine stopped',
  ENGINE_AWAY: 'Engine disconnected',
  ALERT_FIRING: 'Firing',
  CHANNEL_FAILING: 'Channel failing',
  REPORT_FAILED: 'Report failed',
  GIT_FAILED: 'Git out of sync',
};

/** `Pipelines, deployment`. */
export const formatCategory = ({ category, subCategory }: Notification): string =>
  `${CATEGORY_NAMES[category]}, ${SUB_CATEGORY_NAMES[subCategory].toLowerCase()}`;

/** Link to the screen that shows the cause, if there is one. */
export function findNotificationLink(notification: Notification): { to: string; label: string } | undefined {
  const { pipelineId, nodeId, siteId, subCategory, graphVersion } = notification;
  if (subCategory === 'ENGINE_AWAY' || subCategory === 'GIT_FAILED')
    return { to: paths.site(siteId), label: 'Open the site' };
  if (pipelineId === '') return undefined;
  if (subCategory === 'NEW_ERRORS' || subCategory === 'DESTINATION_DOWN')
    return { to: paths.pipelineErrors(pipelineId, siteId), label: 'Open the errors' };
  const version = graphVersion > 0 ? { version: graphVersion } : {};
  const node = nodeId === '' ? {} : { node: nodeId };
  return {
    to: paths.pipeline(pipelineId, { site: siteId, ...version, ...node }),
    label: 'Open the pipeline',
  };
}
