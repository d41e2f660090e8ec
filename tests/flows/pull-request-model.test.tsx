// Slow: walks two models by keyboard.
import type { Page, Route } from '@playwright/test';
import type { ChangeRequestEvent } from '../../machines/change-request/change-request.machine.ts';
import { createChangeRequestModel } from '../../machines/change-request/change-request.model.ts';
import {
  applyRequestEvent,
  approveRefusal,
  mergeRefusal,
  rebaseRefusal,
  unapproveRefusal,
  withdrawRefusal,
} from '../../machines/change-request/index.ts';
import type { SystemEvent } from '../../machines/model.ts';
import type { RaisePrEvent } from '../../machines/raise-pr/index.ts';
import { raisePrModel } from '../../machines/raise-pr/raise-pr.model.ts';
import { nodeOf } from '../e2e/support/graph.ts';
import { banMouseInFile, tabTo, typeInto } from '../e2e/support/keyboard.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { manageSite, raiseChange } from '../e2e/support/raised.ts';
import { exampleSite } from '../e2e/support/screens.ts';
import { expect, refused, test } from '../e2e/support/test.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';

const running = productOfFile();
banMouseInFile();
test.use({ expectedFaults: refused(409) });

const WITHIN = { timeout: 60_000 };
const raiseOf = (page: Page) => page.locator('[data-command="edit.raisePr"]').first();
const editOf = (page: Page) => page.getByRole('button', { name: /^Edit Pipeline/ }).first();
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Raise PR' });
type Shown = { state: string; comment?: string };
const commentOf = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'Comment' });

const submitOf = (page: Page) => dialogOf(page).getByRole('button', { name: /^Submit/ });

/** `sent`: requests of the dialog that the test has not answered yet. */
type Raising = { page: Page; sent: Route[] };

const beSent = async ({ page, sent }: Raising): Promise<void> => {
  await expect.poll(() => sent.length).toBe(1);
  await expect(submitOf(page)).toBeDisabled();
};

const answer = async (world: Raising, status: number, body: object): Promise<void> => {
  await expect.poll(() => world.sent.length).toBe(1);
  await world.sent.shift()?.fulfill({ status, json: body });
};

const raising: Drivers<RaisePrEvent | SystemEvent, Raising> = {
  'raise.open': async ({ page }) => {
    const edit = editOf(page);
    // Whatever was raised has ended edit mode.
    if (await edit.isVisible()) {
      await page.keyboard.press('e');
      await expect(raiseOf(page)).toBeVisible(WITHIN);
      await nodeOf(page, 'Drop debug').focus();
      await page.keyboard.press('Shift+X');
    }
    await expect(raiseOf(page)).toBeEnabled(WITHIN);
    await page.keyboard.press('Alt+r');
    await expect(dialogOf(page)).toBeVisible(WITHIN);
  },
  'comment.changed': async ({ page }, { comment }) => {
    await tabTo(page, commentOf(page));
    await page.keyboard.press('Control+a');
    await typeInto(page, commentOf(page), comment);
  },
  'raise.cancel': async ({ page }) => {
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
  },
  'raise.submit': async (world) => {
    await world.page.keyboard.press('Control+Enter');
    await beSent(world);
  },
  'raise.collect': async (world) => {
    const { page } = world;
    await tabTo(page, dialogOf(page).getByRole('button', { name: /^Add to draft/ }));
    await page.keyboard.press('Enter');
    await beSent(world);
  },
  'xstate.done.actor.raise': async (world) => {
    await answer(world, 200, { id: '600000000000000001', changes: [] });
    await expect(dialogOf(world.page)).toBeHidden();
    await expect(editOf(world.page)).toBeVisible(WITHIN);
  },
  'xstate.error.actor.raise': async (world) => {
    await answer(world, 409, { code: 'CONFLICT', message: 'Somebody else asked for it', traceId: 'x' });
    await expect(submitOf(world.page)).toBeEnabled();
  },
};

test('the dialog Raise PR through every transition, by keyboard [E11, R2.2-39 … R2.2-42]', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const { pipelineId } = await exampleSite(running);
  await manageSite(running, true);
  const world: Raising = { page, sent: [] };
  for (const path of ['**/v1/gitops/changeset', '**/v1/gitops/draft'])
    await page.route(path, (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      world.sent.push(route);
      return undefined;
    });
  const walks = makeWalks(raisePrModel);
  const walked = await driveAll(walks, {
    drives: Object.keys(raising),
    create: async () => {
      await page.goto(`${running.product.url}/pipelines/${pipelineId}`);
      await expect(nodeOf(page, 'Drop debug')).toBeVisible(WITHIN);
      return {
        send: (event: unknown) => sendBy(raising, world, event as RaisePrEvent | SystemEvent),
        read: async (): Promise<Shown> => {
          if (!(await dialogOf(page).isVisible())) return { state: 'closed' };
          const isFree = await submitOf(page).isEnabled();
          return { state: isFree ? 'open' : 'submitting', comment: await commentOf(page).inputValue() };
        },
      };
    },
    project: ({ value, context }): Shown =>
      value === 'closed' ? { state: value } : { state: value, comment: context.comment },
    check: async ({ value, context }) => {
      if (value !== 'submitting') return;
      await expect.poll(() => world.sent.length).toBe(1);
      const body = world.sent[0]?.request().postDataJSON();
      if (context.way === 'raise') expect(body.changeSet.description).toBe(context.comment);
      else expect(body.changeSet).toBeUndefined();
    },
  });
  expect(walked).toBe(walks.edges.size);
});

type Listed = {
  status: 'OPEN' | 'MERGED' | 'CLOSED' | 'FAILED';
  hasConflict: boolean;
  needsApproval: boolean;
  approvedBy: string;
  isApprover: boolean;
  isOwn: boolean;
};
type Watching = { page: Page; listed: Listed; asked: string[] };
type Pressed =
  | 'request.approve'
  | 'approval.withdraw'
  | 'request.rebase'
  | 'request.merge'
  | 'request.withdraw';
/** The key, and the button that confirms it. */
const KEYS: Record<Pressed, [key: string, confirmed?: RegExp]> = {
  'request.approve': ['a'],
  'approval.withdraw': ['Shift+A'],
  'request.rebase': ['b'],
  'request.merge': ['m', /^Merge/],
  'request.withdraw': ['Delete', /^Withdraw/],
};
const REFUSALS = {
  'request.approve': approveRefusal,
  'approval.withdraw': unapproveRefusal,
  'request.rebase': rebaseRefusal,
  'request.merge': mergeRefusal,
  'request.withdraw': withdrawRefusal,
} satisfies Record<Pressed, (face: Listed) => string | undefined>;

/** As the service keeps what happens to it. */
function happen(listed: Listed, type: ChangeRequestEvent['type']): Listed {
  const status = applyRequestEvent(listed, { type }) ?? listed.status;
  const hasConflict =
    type === 'base.moved' || (listed.hasConflict && status === 'OPEN' && !/^base|rebase$/.test(type));
  const isKept = !['approval.withdraw', 'request.rebase'].includes(type);
  const approvedBy = type === 'request.approve' ? 'local@localhost' : isKept ? listed.approvedBy : '';
  return { ...listed, status, hasConflict, approvedBy, isApprover: approvedBy !== '' };
}
const TITLE = 'Keep the text';
const rowOfRequest = (page: Page) =>
  page.getByRole('treegrid', { name: 'Pull requests' }).getByRole('row').nth(1);
const press = async ({ page }: Watching, type: Pressed): Promise<void> => {
  const [key, confirmed] = KEYS[type];
  await page.keyboard.press(key);
  if (confirmed === undefined) return;
  // Cancel has the focus where something ends.
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: confirmed }));
  await page.keyboard.press('Enter');
};
const drive = (type: Pressed) => async (world: Watching) => {
  const before = world.asked.length;
  await press(world, type);
  await expect.poll(() => world.asked.length).toBe(before + 1);
};
const beSeen = (type: ChangeRequestEvent['type']) => async (world: Watching) => {
  world.listed = happen(world.listed, type);
  await open(world);
};
const watching: Drivers<ChangeRequestEvent, Watching> = {
  'base.moved': beSeen('base.moved'),
  'base.returned': beSeen('base.returned'),
  'request.approve': drive('request.approve'),
  'approval.withdraw': drive('approval.withdraw'),
  'request.rebase': drive('request.rebase'),
  'request.merge': drive('request.merge'),
  'request.withdraw': drive('request.withdraw'),
  'merge.seen': beSeen('merge.seen'),
  'apply.failed': beSeen('apply.failed'),
  'apply.succeeded': beSeen('apply.succeeded'),
};
async function open({ page }: Watching): Promise<void> {
  await page.goto(`${running.product.url}/events/pullRequests`);
  await expect(rowOfRequest(page)).toContainText(TITLE, WITHIN);
  await page.keyboard.press('j');
}
const LABELS: Record<string, string> = {
  ...{ OPEN: 'Open', APPROVED: 'Approved', CONFLICT: 'Conflict' },
  ...{ MERGED: 'Merged', FAILED: 'Failed', CLOSED: 'Closed' },
};
const EVENTS: Record<string, Pressed> = {
  'POST approve': 'request.approve',
  'DELETE approve': 'approval.withdraw',
  'POST rebase': 'request.rebase',
  'POST merge': 'request.merge',
  'DELETE ': 'request.withdraw',
};

test('a pull request that needs approval through every transition, by keyboard [E11, R3-59]', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const [built] = (await running.api.call('listPipelines', { query: {} })).pipelines;
  const pipelineId = built?.id ?? (await exampleSite(running)).pipelineId;
  await manageSite(running, true);
  const query = { siteId: running.siteId };
  if ((await running.api.call('listChangesets', { query })).changesets.length === 0)
    await raiseChange(running, pipelineId, TITLE, { description: 'Mine' });
  const [stored] = (await running.api.call('listChangesets', { query })).changesets;
  const FIRST: Listed = {
    ...{
      status: 'OPEN',
      hasConflict: false,
      needsApproval: true,
      approvedBy: '',
      isApprover: false,
      isOwn: false,
    },
  };
  const world: Watching = { page, listed: FIRST, asked: [] };
  await page.route(/\/v1\/gitops\/changeset/, async (route) => {
    const { pathname } = new URL(route.request().url());
    const [, , , , id = '', last = ''] = pathname.split('/');
    const changeset = () => ({ ...stored, description: TITLE, ...world.listed });
    if (id === '')
      return route.fulfill({
        json: { changesets: [changeset()], pagination: { offset: 0, limit: 1, totalCount: 1 } },
      });
    const type = EVENTS[`${route.request().method()} ${last}`];
    if (!type) return route.continue();
    world.asked.push(type);
    world.listed = happen(world.listed, type);
    return route.fulfill({ json: { changeset: changeset() } });
  });
  const model = createChangeRequestModel({ needsApproval: true, isApproved: false });
  const walks = makeWalks(model);
  const checked = new Set<string>();
  const walked = await driveAll(walks, {
    drives: Object.keys(watching),
    create: async () => {
      world.listed = FIRST;
      await open(world);
      return {
        send: (event: unknown) => sendBy(watching, world, event as ChangeRequestEvent),
        read: () => world.listed.status,
      };
    },
    project: ({ value }) => (value === 'APPROVED' || value === 'CONFLICT' ? 'OPEN' : value),
    check: async (snapshot) => {
      await expect(rowOfRequest(page)).toContainText(LABELS[snapshot.value] ?? '');
      if (checked.has(model.key(snapshot))) return;
      checked.add(model.key(snapshot));
      const before = world.asked.length;
      for (const type of Object.keys(KEYS) as Pressed[]) {
        if (snapshot.can({ type })) continue;
        const reason = REFUSALS[type](world.listed) ?? '';
        expect(reason).not.toBe('');
        await page.keyboard.press(KEYS[type][0]);
        // A notice has title and cause apart.
        const [title = ''] = reason.split(':');
        await expect(page.getByText(title).first()).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      expect(world.asked.length).toBe(before);
    },
  });
  expect(walked).toBe(walks.edges.size);
});
