import type { Page, Route } from '@playwright/test';
import { defineModel, type SystemEvent } from '../../machines/model.ts';
import {
  EDITOR_TEXTS,
  type EditorDialog,
  type EditorEvent,
  type EditorSnapshot,
  findReason,
  selectDialog,
  selectIsDirty,
  selectIsEditing,
} from '../../machines/pipeline-editor/index.ts';
import { pipelineEditorModel } from '../../machines/pipeline-editor/pipeline-editor.model.ts';
import type { SaveOutcome } from '../../machines/save-sequence/index.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { buildPipeline, deployPipeline } from '../harness/pipelines.ts';
import { freePort } from '../harness/product.ts';
import { makeWalks, pickWalks } from '../harness/walks.ts';
import { productOfFile } from './support/product.ts';
import { expect, SERVICE_GONE, test } from './support/test.ts';

test.use({ expectedFaults: SERVICE_GONE });

const running = productOfFile();

/** Events by keys and buttons, and how a save ends: answered, or its request lost. */
const DRIVEN = [
  'edit.start',
  'edit.cancel',
  'edit.undo',
  'draft.description.set',
  'save.draft',
  'save.deploy',
  'deploy.confirm',
  'dialog.cancel',
  'noChange.done',
  'noChange.forceDeploy',
  'discard.confirm',
  'xstate.done.actor.save',
] as const;
type Driven = Extract<EditorEvent, { type: (typeof DRIVEN)[number] }> | SystemEvent;

const outcomeOf = (event: object): SaveOutcome | undefined =>
  'output' in event ? (event.output as SaveOutcome) : undefined;
const isStale = (event: object): boolean => {
  const outcome = outcomeOf(event);
  return outcome?.ok === false && outcome.failure.code !== undefined;
};
const model = defineModel({
  ...pipelineEditorModel,
  vocabulary: pipelineEditorModel.vocabulary.filter(
    (event) => (DRIVEN as readonly string[]).includes(event.type) && !isStale(event),
  ),
  // A stored save ends a walk; the next walk has its own pipeline.
  explore: (snapshot, event) =>
    snapshot.context.shownVersion === 1 && (pipelineEditorModel.explore?.(snapshot, event) ?? true),
});
const walks = pickWalks(makeWalks(model));

type Ending = 'answered' | 'lost';
type World = { page: Page; ending: PromiseWithResolvers<Ending> };

const answer =
  (name: string) =>
  async ({ page }: World) => {
    await page.getByRole('dialog').getByRole('button', { name }).click();
  };
const holdWrites = (world: World) => {
  world.ending = Promise.withResolvers();
};
const drivers: Drivers<Driven, World> = {
  'edit.start': ({ page }) => page.getByRole('button', { name: /^Edit Pipeline/ }).click(),
  'edit.cancel': ({ page }) =>
    page
      .getByRole('main')
      .getByRole('button', { name: /^Cancel/ })
      .click(),
  'edit.undo': ({ page }) =>
    page.getByRole('region', { name: 'Available keys' }).getByRole('button', { name: /^Undo/ }).click(),
  'draft.description.set': ({ page }, { description }) =>
    page.getByRole('textbox', { name: 'Description' }).fill(description),
  'save.draft': async (world) => {
    holdWrites(world);
    await world.page.getByRole('button', { name: 'Save pipeline' }).click();
  },
  'save.deploy': async ({ page }) => {
    await page.getByRole('button', { name: 'Ways to save' }).click();
    await page.getByRole('menuitem', { name: /^Deploy/ }).click();
  },
  'deploy.confirm': async (world) => {
    holdWrites(world);
    await answer('Deploy')(world);
  },
  'dialog.cancel': ({ page }) => page.keyboard.press('Escape'),
  'noChange.done': answer('Done'),
  'noChange.forceDeploy': async (world) => {
    holdWrites(world);
    await answer('Force Deploy')(world);
  },
  'discard.confirm': answer('Discard'),
  'xstate.done.actor.save': ({ ending }, event) => ending.resolve(outcomeOf(event)?.ok ? 'answered' : 'lost'),
};

const TITLES: Record<EditorDialog, string> = {
  confirmDeploy: EDITOR_TEXTS.deployTitle,
  'noChange.saved': EDITOR_TEXTS.noChangeTitle,
  'noChange.deployed': EDITOR_TEXTS.noChangeTitle,
  confirmDiscard: EDITOR_TEXTS.discardTitle,
  conflict: 'Someone else saved this pipeline',
};
const shown = (snapshot: EditorSnapshot) => {
  const dialog = selectDialog(snapshot);
  const isEditing = selectIsEditing(snapshot);
  return {
    isEditing,
    dialog: dialog && TITLES[dialog],
    description: isEditing ? snapshot.context.draft.description : undefined,
    isMarkedDraft: isEditing && selectIsDirty(snapshot),
    saveReason: isEditing ? findReason(snapshot, { type: 'save.draft' }) : undefined,
  };
};

const onPage = (page: Page) =>
  page.evaluate(() => {
    const buttons = [...document.querySelectorAll('button')];
    const save = buttons.find((button) => button.textContent?.startsWith('Save pipeline'));
    const reasonId = save?.getAttribute('aria-describedby')?.split(' ').at(-1);
    const isRefused = save?.getAttribute('aria-disabled') === 'true';
    const label = [...document.querySelectorAll('label')].find((one) =>
      one.textContent?.startsWith('Description'),
    );
    const field = label?.control;
    const dialog = document.querySelector('[role="dialog"] :is(h1, h2, h3)');
    return {
      isEditing: save !== undefined,
      dialog: dialog?.textContent ?? undefined,
      description: field instanceof HTMLInputElement ? field.value : undefined,
      isMarkedDraft: document.querySelector('h1')?.parentElement?.textContent?.includes('Draft') ?? false,
      saveReason: isRefused && reasonId ? document.getElementById(reasonId)?.textContent : undefined,
    };
  });

let made = 0;

async function openPipeline(page: Page): Promise<void> {
  made += 1;
  const built = await buildPipeline(running.api, running.siteId, {
    name: `web logs ${made}`,
    source: { name: `in ${made}`, templateId: 'tcp', config: { port: await freePort() } },
    transforms: [{ name: 'Parse', templateId: 'parse_json', config: {} }],
    sinks: [{ name: `out ${made}`, templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(running.api, built);
  await page.goto(`${running.product.url}/pipelines/${built.pipelineId}`);
  await expect(page.getByRole('button', { name: /^Edit Pipeline/ })).toBeVisible();
}

test('every transition of the editor, in a browser on the product [E2, E18]', async ({ page }) => {
  test.setTimeout(240_000);
  const world: World = { page, ending: Promise.withResolvers() };
  const slow = async (route: Route) => {
    if (route.request().method() === 'GET' || route.request().url().includes('ticket'))
      return route.continue();
    return (await world.ending.promise) === 'answered' ? route.continue() : route.abort('connectionfailed');
  };
  await page.route('**/v1/**', slow);
  page.on('dialog', (dialog) => void dialog.accept());
  const walked = await driveAll(walks, {
    drives: Object.keys(drivers),
    create: async () => {
      await openPipeline(page);
      return {
        send: (event) => sendBy(drivers, world, event as Driven),
        read: () => 'compared below',
      };
    },
    project: () => 'compared below',
    check: (snapshot) =>
      expect.poll(() => onPage(page), { intervals: [20, 50, 100] }).toEqual(shown(snapshot)),
  });
  expect(walked).toBe(walks.edges.size);
});
