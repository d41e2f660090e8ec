import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';

export const TOOLS_FOLDER = resolve(import.meta.dirname, '../../.build/judge-tools');

/** What one checker says about one screen. */
export type Finding = { tool: string; rule: string; where: string; message: string };

const requireTool = createRequire(join(TOOLS_FOLDER, 'package.json'));
const importTool = <T>(name: string): Promise<T> =>
  import(pathToFileURL(requireTool.resolve(name)).href) as Promise<T>;

type IbmResult = { ruleId: string; value: [string, string]; path: { dom: string }; message: string };

/** IBM's checker by WCAG 2.2, failed rules only: 'potential' and 'manual' ones ask a person. */
export async function runIbm(page: Page): Promise<Finding[]> {
  await page.evaluate(readFileSync(requireTool.resolve('accessibility-checker-engine/ace.js'), 'utf8'));
  const results = await page.evaluate(async () => {
    const { ace } = window as unknown as {
      ace: {
        Checker: new () => { check(root: Document, policies: string[]): Promise<{ results: IbmResult[] }> };
      };
    };
    const { results: found } = await new ace.Checker().check(document, ['WCAG_2_2']);
    return found
      .filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && outcome === 'FAIL')
      .map(({ ruleId, value, path, message }) => ({ ruleId, value, path: { dom: path.dom }, message }));
  });
  return results.map(({ ruleId, path, message }) => ({
    tool: 'ibm',
    rule: ruleId,
    where: path.dom.split('/').slice(-4).join('/'),
    message,
  }));
}

type HtmlMessage = { ruleId: string; message: string; selector: string | null };

/** html-validate over the drawn page, by the HTML standard and its rules of accessibility. */
export async function runHtmlValidate(page: Page): Promise<Finding[]> {
  const { HtmlValidate } = await importTool<{
    HtmlValidate: new (
      config: object,
    ) => {
      validateString(html: string): Promise<{ results: { messages: HtmlMessage[] }[] }>;
    };
  }>('html-validate');
  const validator = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] });
  const { results } = await validator.validateString(
    `<!doctype html>${await page.locator('html').evaluate((html) => html.outerHTML)}`,
  );
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => ({
      tool: 'html-validate',
      rule: ruleId,
      where: selector ?? '',
      message,
    })),
  );
}

type Audit = { id: string; title: string; score: number | null; scoreDisplayMode: string; details?: unknown };

/** Lighthouse over an address: audits of accessibility and best practices that fail. */
export async function runLighthouse(url: string, port: number): Promise<Finding[]> {
  const { default: lighthouse } = await importTool<{
    default: (
      url: string,
      flags: object,
    ) => Promise<{ lhr: { audits: Record<string, Audit>; runtimeError?: { message: string } } } | undefined>;
  }>('lighthouse');
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['accessibility', 'best-practices'],
    formFactor: 'desktop',
    screenEmulation: { mobile: false, width: 1440, height: 900, deviceScaleFactor: 1, disabled: false },
  });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`);
  if (result.lhr.runtimeError) throw new Error(result.lhr.runtimeError.message);
  return Object.values(result.lhr.audits)
    .filter(
      ({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode !== 'informative',
    )
    .map(({ id, title, details }) => ({
      tool: 'lighthouse',
      rule: id,
      where: JSON.stringify(details ?? '').slice(0, 300),
      message: title,
    }));
}
