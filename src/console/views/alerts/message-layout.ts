import type { AlertMessagePreview } from '../../../contract/entities/alert.ts';
import { isRecord } from '../../../contract/values.ts';

/** A message as its receiver displays it, with the original texts. */
export type MessageLayout = {
  title: string;
  facts: { label: string; text: string }[];
  links: string[];
  /** Color of the bar beside it, or empty. */
  color: string;
};

const listRecords = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
const readText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** One `Rule: Buffer nearly full` per line; a line without a label continues. */
function toFacts(text: string): MessageLayout['facts'] {
  const facts: MessageLayout['facts'] = [];
  for (const line of text.split('\n')) {
    const at = line.indexOf(': ');
    if (at > 0 && at < 16) facts.push({ label: line.slice(0, at), text: line.slice(at + 2) });
    else if (line !== '') facts.push({ label: '', text: line });
  }
  return facts;
}

/** Parses Slack's mrkdwn. */
const readMarkup = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

function layOutSlack(body: Record<string, unknown>): MessageLayout {
  const [attachment] = listRecords(body.attachments);
  const texts = listRecords(attachment?.blocks).map(({ text }) =>
    isRecord(text) ? readMarkup(readText(text.text)) : '',
  );
  return {
    title: readMarkup(readText(body.text)),
    facts: toFacts(texts.join('\n')),
    links: [],
    color: readText(attachment?.color),
  };
}

/** Text blocks take a part of Markdown. */
const readMarkdown = (text: string): string => text.replaceAll(/\\([\\`*_[\]()])/g, '$1');

function layOutTeams(body: Record<string, unknown>): MessageLayout {
  const [attachment] = listRecords(body.attachments);
  const card = isRecord(attachment?.content) ? attachment.content : {};
  const [title, set] = listRecords(card.body);
  return {
    title: readMarkdown(readText(title?.text)),
    facts: listRecords(set?.facts).map((fact) => ({
      label: readText(fact.title),
      text: readMarkdown(readText(fact.value)),
    })),
    links: listRecords(card.actions).map((action) => readText(action.title)),
    color: '',
  };
}

const layOutMail = ({ subject, body }: AlertMessagePreview): MessageLayout => ({
  title: subject,
  facts: toFacts(body.slice(body.indexOf('\n\n') + 2)),
  links: [],
  color: '',
});

/** Undefined for machine-readable messages: they are shown as sent. */
export function layOutMessage(preview: AlertMessagePreview): MessageLayout | undefined {
  const { channelType, body } = preview;
  if (channelType === 'EMAIL') return layOutMail(preview);
  if (channelType !== 'SLACK' && channelType !== 'MSTEAMS') return undefined;
  const sent: unknown = JSON.parse(body);
  if (!isRecord(sent)) return undefined;
  return channelType === 'SLACK' ? layOutSlack(sent) : layOutTeams(sent);
}
