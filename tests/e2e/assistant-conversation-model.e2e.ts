// Slow: walks a conversation by keyboard for up to 60 steps.
import type { Page } from '@playwright/test';
import {
  CHAT_TEXTS,
  type ChatConversationEvent,
  type FeedbackFace,
} from '../../machines/chat-conversation/index.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks, pickWalks } from '../harness/walks.ts';
import {
  conversationInBrowser,
  KEPT_MESSAGES,
  PROPOSED_CALL,
  projectConversation,
  REFUSED,
  type ShownConversation,
} from '../model/conversation-on-page.ts';
import { screenPipeline } from '../model/screen-pipeline.ts';
import { closePanel, fieldOf, type HeldChat, holdChat, panelOf, say } from './support/chat.ts';
import { banMouseInFile, tabTo } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expect, refused, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();
test.use({ expectedFaults: refused(409) });

/** Longer than the first wait between two attempts. */
const WAIT_MS = 2000;

type World = HeldChat & { isRefusing: boolean; opens: number; applied: unknown[] };

const button = (page: Page, name: string | RegExp) =>
  panelOf(page).getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: CHAT_TEXTS.feedbackTitle });
const command = (page: Page, id: string) => panelOf(page).locator(`[data-command="assistant.${id}"]`);
const state = (page: Page, label: string) =>
  panelOf(page).locator('section header').last().getByText(label, { exact: true });

const lastOf = (page: Page) =>
  panelOf(page)
    .getByRole('list', { name: 'Conversation' })
    .locator('> li', { hasText: /^(You|Assistant): / })
    .last();

async function write({ page }: World, text: string): Promise<void> {
  await fieldOf(page).focus();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** What the calls of the panel get; the service of the test has none of what is named. */
async function answerCalls(world: World): Promise<void> {
  const { page } = world;
  const conversation = {
    id: 'kept',
    siteId: running.siteId,
    title: 'pause old',
    messageCount: KEPT_MESSAGES.length,
    updatedAt: '2026-01-01T00:00:00Z',
  };
  await page.route('**/v1/assistant/conversations?*', (route) =>
    route.fulfill({ json: { conversations: [conversation] } }),
  );
  await page.route('**/v1/assistant/conversation/kept?*', (route) =>
    route.fulfill({ json: { conversation, messages: KEPT_MESSAGES } }),
  );
  await page.route('**/v1/pipeline/action', (route) => {
    world.applied.push(route.request().postDataJSON());
    return world.isRefusing
      ? route.fulfill({
          status: 409,
          json: { code: 'CONFLICT', reason: 'CONFLICT', message: REFUSED, details: [] },
        })
      : route.fulfill({ json: { pipeline: screenPipeline({}) } });
  });
}

const drivers: Drivers<ChatConversationEvent, World> = {
  'connection.opened': async (world) => {
    if (world.opens > 0 && world.tickets.length === 0) await world.page.clock.fastForward(WAIT_MS);
    world.opens += 1;
    // The page's live channel may ask for a ticket too, and before the panel.
    await expect(async () => {
      for (const ticket of world.tickets.splice(0)) await ticket.continue();
      const connecting = panelOf(world.page).getByText(CHAT_TEXTS.connecting);
      await expect(connecting).toBeHidden({ timeout: 200 });
    }).toPass({ intervals: [50] });
  },
  'connection.lost': async ({ page, sockets }) => {
    await sockets.at(-1)?.close({ code: 1001 });
    await expect(
      panelOf(page).getByText(CHAT_TEXTS.connecting).or(panelOf(page).getByText(CHAT_TEXTS.down)),
    ).toBeVisible();
  },
  'message.sent': async (world, { text }) => {
    const questions = () => world.sent.flatMap((one) => (one.functionType === 'ORION' ? one.message : []));
    const before = questions();
    await write(world, text);
    await expect.poll(questions).toEqual([...before, text]);
  },
  'answer.received': async (world, { answer }) => {
    say(world, JSON.stringify(answer));
    const { responseChunk, functionType, metadata } = answer;
    if (functionType === 'MESSAGE_STREAM_ENDED') await expect(command(world.page, 'stop')).toBeHidden();
    else if (metadata.options) await seeOptions(world);
    else await expect(lastOf(world.page)).toContainText(new RegExp(`^Assistant: .*${responseChunk.trim()}`));
  },
  'reply.stopped': async (world) => {
    await write(world, '');
    await expect.poll(() => world.sent.at(-1)?.functionType).toBe('ABORT_CHAT');
  },
  'rated.good': async ({ page }) => {
    await command(page, 'rateGood').press('Enter');
    await expect(panelOf(page).getByText(CHAT_TEXTS.rated)).toBeVisible();
  },
  'rated.bad': async ({ page }) => {
    await command(page, 'rateBad').press('Enter');
    await expect(dialogOf(page)).toBeVisible();
  },
  'feedback.submitted': async (world, { reasons: [reason = ''] }) => {
    const { page, sent } = world;
    await tabTo(page, dialogOf(page).getByLabel(reason));
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+Enter');
    await expect(dialogOf(page)).toBeHidden();
    await expect
      .poll(() => sent.at(-1))
      .toMatchObject({ functionType: 'RESPONSE_FEEDBACK', message: reason });
  },
  'feedback.closed': async ({ page }) => {
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toBeHidden();
  },
  'proposal.settled': async (world, { state: wanted }) => {
    const { page } = world;
    world.isRefusing = wanted === 'failed';
    if (wanted === 'rejected') await command(page, 'reject').press('Enter');
    else {
      const before = world.applied.length;
      await fieldOf(page).focus();
      await page.keyboard.press('Control+Enter');
      await expect
        .poll(() => world.applied.slice(before))
        .toEqual([PROPOSED_CALL.id === 'runPipelineAction' ? PROPOSED_CALL.body : {}]);
    }
    const label = { applied: 'Applied', rejected: 'Rejected', failed: 'Not applied' }[wanted as 'applied'];
    await expect(state(page, label)).toBeVisible();
  },
  'conversation.opened': async ({ page }) => {
    await button(page, 'Open conversation').press('Enter');
    await expect(page.getByRole('option', { name: /pause old/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(panelOf(page).getByText('As before.').first()).toBeVisible();
  },
  'conversation.cleared': async ({ page }) => {
    // While a reply is on its way it is refused.
    const isRefused = await command(page, 'stop').isVisible();
    await button(page, 'New conversation').press('Enter');
    if (!isRefused) await expect(panelOf(page).getByRole('list', { name: 'Conversation' })).toBeHidden();
  },
};

async function seeOptions({ page }: World): Promise<void> {
  // Prompts wait for the end of a reply.
  if (await command(page, 'stop').isVisible()) return;
  await expect(panelOf(page).getByRole('list', { name: 'Prompts' })).toBeVisible();
}

async function readFeedback(page: Page): Promise<FeedbackFace> {
  if (await dialogOf(page).isVisible()) return 'modal';
  if (await panelOf(page).getByText(CHAT_TEXTS.rated).isVisible()) return 'thanks';
  return (await command(page, 'rateGood').isVisible()) ? 'buttons' : 'none';
}

async function read(page: Page): Promise<ShownConversation> {
  const messages = await panelOf(page).evaluate((panel) =>
    [...(panel.querySelector('[aria-label="Conversation"]')?.children ?? [])].flatMap((item) => {
      const text = item.textContent ?? '';
      if (text.startsWith('You: ')) return [`User: ${text.slice('You: '.length)} `];
      if (!text.startsWith('Assistant: ')) return [];
      const said = [...item.children].find(({ tagName }) => tagName === 'P')?.textContent ?? '';
      return [`System: ${said} ${item.querySelector('section header > span:last-child')?.textContent ?? ''}`];
    }),
  );
  return {
    messages,
    isBusy: await command(page, 'stop').isVisible(),
    feedback: await readFeedback(page),
    options: await panelOf(page).getByRole('list', { name: 'Prompts' }).getByRole('button').allTextContents(),
  };
}

test('assistant: a long walk of a conversation, by keyboard [E7, R2.7-18, R4-117]', async ({ page }) => {
  test.setTimeout(900_000);
  await page.clock.install();
  const world: World = Object.assign(await holdChat(page), { isRefusing: false, opens: 0, applied: [] });
  await answerCalls(world);
  await page.goto(`${running.product.url}/pipelines`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  world.isHolding = true;
  const walks = pickWalks(makeWalks(conversationInBrowser));
  const walked = await driveAll(walks, {
    drives: Object.keys(drivers),
    create: async () => {
      world.opens = 0;
      await page.keyboard.press('Control+i');
      await expect(panelOf(page)).toBeVisible();
      return {
        send: (event: unknown) => sendBy(drivers, world, event as ChatConversationEvent),
        read: () => read(page),
        dispose: async () => {
          const clear = button(page, 'New conversation');
          if (await dialogOf(page).isVisible()) await page.keyboard.press('Escape');
          if (await command(page, 'stop').isVisible()) await command(page, 'stop').press('Enter');
          if (await clear.isEnabled()) await clear.press('Enter');
          await closePanel(world);
        },
      };
    },
    project: projectConversation,
  });
  expect(walked).toBe(walks.edges.size);
});
