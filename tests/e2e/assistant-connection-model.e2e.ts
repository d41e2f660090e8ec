import type { Page } from '@playwright/test';
import { chatConnectionModel } from '../../machines/chat-connection/chat-connection.model.ts';
import {
  type ChatConnectionEvent,
  type ChatConnectionSnapshot,
  selectIsConnecting,
  selectIsDown,
  selectIsGivenUp,
} from '../../machines/chat-connection/index.ts';
import { defineModel, type SystemEvent } from '../../machines/model.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makeWalks } from '../harness/walks.ts';
import { closePanel, fieldOf, type HeldChat, holdChat, panelOf, refuseTicket, say } from './support/chat.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expect, refused, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();
test.use({ expectedFaults: refused(409) });

const MOST_FAILURES = 2;
/** Longer than the longest wait between two attempts. */
const WAIT_MS = 31_000;

const model = defineModel({
  ...chatConnectionModel,
  // A failed send is between two turns of the page, which its view has.
  vocabulary: chatConnectionModel.vocabulary.filter(({ type }) => type !== 'send.failed'),
  // A connection fails before it is open, and ends once it is.
  explore: (snapshot, { type }) => {
    const isOpen = snapshot.matches({ online: 'open' });
    if (type === 'socket.closed') return isOpen;
    return type !== 'socket.failed' || (!isOpen && snapshot.context.failures < MOST_FAILURES);
  },
});

const againOf = (page: Page) => panelOf(page).getByRole('button', { name: 'Connect again' });
const downOf = (page: Page) => panelOf(page).getByText('We are currently down for maintenance.');
type World = HeldChat;
const answer = (functionType: string) =>
  JSON.stringify({ responseChunk: functionType === 'ORION' ? 'Hi' : '', functionType, metadata: {} });

const drivers: Drivers<ChatConnectionEvent | SystemEvent, World> = {
  'panel.opened': async ({ page }) => {
    if (await againOf(page).isVisible()) {
      await againOf(page).focus();
      await page.keyboard.press('Enter');
    } else await page.keyboard.press('Control+i');
    await expect(fieldOf(page)).not.toBeEditable();
  },
  'panel.closed': closePanel,
  'socket.opened': async (world) => {
    // The page's live channel may ask for a ticket too, and before the panel.
    await expect(async () => {
      for (const ticket of world.tickets.splice(0)) await ticket.continue();
      await expect(fieldOf(world.page)).toBeEditable({ timeout: 200 });
    }).toPass({ intervals: [50] });
  },
  'socket.closed': async (world) => {
    await world.sockets.at(-1)?.close({ code: 1001 });
    await expect(fieldOf(world.page)).not.toBeEditable();
  },
  'socket.failed': async (world) => {
    await expect(async () => {
      for (const ticket of world.tickets.splice(0)) await refuseTicket(ticket);
      await expect(downOf(world.page)).toBeVisible({ timeout: 200 });
    }).toPass({ intervals: [50] });
  },
  'socket.unreadable': async (world) => {
    say(world, '{');
    await expect(world.page.getByText('Socket: Unable to parse the received data').first()).toBeVisible();
  },
  'send.wanted': async (world) => {
    const before = world.sent.length;
    await fieldOf(world.page).focus();
    await world.page.keyboard.type('hi');
    await world.page.keyboard.press('Enter');
    await expect.poll(() => world.sent.length).toBe(before + 1);
    say(world, answer('ORION'));
    say(world, answer('MESSAGE_STREAM_ENDED'));
    await expect(panelOf(world.page).getByRole('button', { name: 'Send', exact: true })).toBeVisible();
    // With a conversation on screen the panel shows that, and no other face.
    await panelOf(world.page).getByRole('button', { name: 'New conversation' }).press('Enter');
    await expect(panelOf(world.page).getByText('Hi, I am your pipeline assistant.')).toBeVisible();
  },
  'xstate.after.reconnect.chatConnection.waiting': async ({ page, tickets }) => {
    await page.clock.fastForward(WAIT_MS);
    await expect.poll(() => tickets.length).toBeGreaterThan(0);
  },
};

type Shown = { face: string; mayConnect: boolean };

function project(snapshot: ChatConnectionSnapshot): Shown {
  const mayConnect = selectIsGivenUp(snapshot);
  if (snapshot.matches('closed')) return { face: 'closed', mayConnect };
  return {
    face: selectIsDown(snapshot) ? 'down' : selectIsConnecting(snapshot) ? 'connecting' : 'open',
    mayConnect,
  };
}

async function read(page: Page): Promise<Shown> {
  if (!(await panelOf(page).isVisible())) return { face: 'closed', mayConnect: false };
  const isDown = await downOf(page).isVisible();
  const takesText = await fieldOf(page).isEditable();
  return {
    face: isDown ? 'down' : takesText ? 'open' : 'connecting',
    mayConnect: await againOf(page).isVisible(),
  };
}

test('assistant: every transition of its connection, by keyboard [E6, R4-115, R4-116]', async ({ page }) => {
  await page.clock.install();
  const world = await holdChat(page);
  await page.goto(`${running.product.url}/pipelines`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  world.isHolding = true;
  const walks = makeWalks(model);
  const walked = await driveAll(walks, {
    drives: Object.keys(drivers),
    create: () => ({
      send: (event: unknown) => sendBy(drivers, world, event as ChatConnectionEvent | SystemEvent),
      read: () => read(page),
      dispose: () => closePanel(world),
    }),
    project,
  });
  expect(walked).toBe(walks.edges.size);
});
