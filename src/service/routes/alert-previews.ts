import type { ChannelType } from '../../contract/alerts/channels.ts';
import { describeChannel, hasOwnBody, writeByChannel } from '../alerts/channels/channels.ts';
import { requireCondition, requireMessage, requireSearch } from '../alerts/checks.ts';
import { createExampleMessage, findExample, listTold } from '../alerts/example.ts';
import { toHeld } from '../auth/permissions.ts';
import type { Handlers } from '../http/call-context.ts';
import { requireSite } from '../require.ts';

const HIDDEN_BODY = 'Administrators see the body of a webhook that has a template of its own.';

export const alertPreviewHandlers = {
  previewAlertMessages: async ({ body, tx, services, principal, now }) => {
    const { id, siteId, name, condition, severity, channelIds, runbookUrl, message } = body.alertRule;
    requireCondition(condition);
    requireSearch(principal, condition, siteId);
    requireMessage(message);
    const site = await requireSite(tx, siteId);
    const stored = id === undefined ? undefined : await tx.alertRules.find(id);
    const targets = await services.alerts.readTargets(tx, site);
    const tools = { analytics: services.analytics, tx };
    const own = stored?.site_id === siteId ? id : undefined;
    const example = await findExample(tools, site, { id: own, condition }, targets, now);
    const isWarning = body.occasion === 'WARNING' && condition.warning;
    const rule = {
      id: id ?? '',
      site_id: siteId,
      name,
      severity: isWarning ? isWarning.severity : severity,
      condition: JSON.stringify(condition),
      runbook_url: runbookUrl,
      message,
    };
    const told = createExampleMessage(rule, site, example, body.occasion, {
      now,
      publicUrl: services.alerts.publicUrl,
    });
    const { isAdministrator } = toHeld(principal);
    const found = await Promise.all(channelIds.map((one) => tx.alertChannels.find(one)));
    const previews = listTold(found.filter((channel) => channel !== undefined)).map((channel) => {
      const isHidden = !isAdministrator && hasOwnBody(channel);
      const { subject, bodies } = writeByChannel(channel, { id: 'preview', message: told });
      return {
        channelId: channel.id,
        channelName: channel.name,
        channelType: channel.type as ChannelType,
        address: isAdministrator ? describeChannel(services.sealer, channel) : '',
        subject: isHidden ? '' : subject,
        body: isHidden ? '' : (bodies[0] ?? ''),
        hidden: isHidden ? HIDDEN_BODY : '',
      };
    });
    return { example: example.kind, target: example.target, value: example.value, previews };
  },
} satisfies Pick<Handlers, 'previewAlertMessages'>;
