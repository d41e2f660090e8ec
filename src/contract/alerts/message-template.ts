export const MESSAGE_VARIABLES = {
  id: 'of the message, the same when it is sent again',
  alertId: 'of the alert, the same until it ends',
  event: 'firing, resolved, discarded or test',
  title: 'the alert in one line',
  text: 'the whole message',
  rule: 'name of the rule',
  severity: 'LOW, MEDIUM, HIGH or CRITICAL',
  target: 'what the rule watches',
  value: 'the value with its unit',
  site: 'name of the site',
  startedAt: 'when it began',
  advice: 'what to do first',
  runbookUrl: 'the address of the runbook, or nothing',
  link: 'the address of the alert, or nothing',
} as const;
type MessageVariable = keyof typeof MESSAGE_VARIABLES;

export const RULE_VARIABLES = ['rule', 'severity', 'target', 'value', 'site', 'startedAt'] as const;
export type RuleValues = Record<(typeof RULE_VARIABLES)[number], string>;

export type MessageValues = Record<MessageVariable, string>;

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Fills in placeholders. @param quote escapes a value for the text around it */
export const fillTemplate = (
  template: string,
  values: Readonly<Record<string, string>>,
  quote: (value: string) => string = (value) => value,
): string =>
  template.replaceAll(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? quote(values[name] ?? '') : whole,
  );

/** For use between the quotes of a JSON string. */
export const escapeForJson = (value: string): string => JSON.stringify(value).slice(1, -1);

export function findTemplateProblem(template: string, known: readonly string[]): string | undefined {
  for (const [whole, name = ''] of template.matchAll(PLACEHOLDER))
    if (!known.includes(name))
      return `has ${whole}, which is not a placeholder; placeholders are ${known.join(', ')}`;
  return undefined;
}

export function findJsonTemplateProblem(template: string): string | undefined {
  const unknown = findTemplateProblem(template, Object.keys(MESSAGE_VARIABLES));
  if (unknown !== undefined) return unknown;
  const sample = Object.fromEntries(
    Object.keys(MESSAGE_VARIABLES).map((name) => [name, `"${name}" \n`]),
  ) as MessageValues;
  try {
    JSON.parse(fillTemplate(template, sample, escapeForJson));
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 120) : 'it cannot be read';
    return `must be JSON once it is filled in: put placeholders between quotes (${why})`;
  }
}
