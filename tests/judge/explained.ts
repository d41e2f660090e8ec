import type { Finding } from './tools.ts';

/** Findings that were looked at and stay, with the reason. */
const EXPLAINED: readonly { tool: string; rule: string; where?: RegExp; reason: string }[] = [
  {
    tool: 'ibm',
    rule: 'aria_activedescendant_tabindex_valid',
    reason: 'The list lies behind an open dialog, which takes what is behind it out of the tab order.',
  },
  {
    tool: 'ibm',
    rule: 'label_name_visible',
    where: /input/,
    reason:
      'The palette: the text in its box is an example of what to type, its name says what is asked for.',
  },
  {
    tool: 'html-validate',
    rule: 'wcag/h32',
    reason:
      'The time in words is a form of one field: Enter takes it, and what it reads is said while typing.',
  },
  {
    tool: 'html-validate',
    rule: 'prefer-native-element',
    where: /radix/,
    reason: 'The list of the palette: a native one cannot hold titles, keys and reasons.',
  },
  {
    tool: 'html-validate',
    rule: 'prefer-native-element',
    where:
      /^#content > div > div:nth-child\(2\) > div:nth-child\(1\) > div > div:nth-child\(2\) > div:nth-child\(1\)$/,
    reason: 'The editor of SQL: a native text area can hold neither colors nor completion.',
  },
  {
    tool: 'html-validate',
    rule: 'prefer-native-element',
    where: /aside > div > div > section/,
    reason: 'The progress of a rollout: a native bar cannot hold its own colors in all browsers.',
  },
  {
    tool: 'html-validate',
    rule: 'aria-label-misuse',
    where: /dl/,
    reason: 'Allowed by ARIA: the totals are a list of terms with a name.',
  },
];

/** The reason why a finding stays, or `undefined` when nobody gave one. */
export const explain = (finding: Finding): string | undefined =>
  EXPLAINED.find(
    ({ tool, rule, where }) =>
      tool === finding.tool && rule === finding.rule && (where === undefined || where.test(finding.where)),
  )?.reason;
