// Slow: walks every edit of a graph, and its undo and redo, by keys.
import type { Page } from '@playwright/test';
import { defineModel } from '../../machines/model.ts';
import {
  type EditorEvent,
  type EditorSnapshot,
  pipelineEditorMachine,
} from '../../machines/pipeline-editor/index.ts';
import { clipOf } from '../../src/graph/copies.ts';
import { type Draft, type DraftNode, emptyDraft } from '../../src/graph/draft.ts';
import { outputsTo, outputTitle } from '../../src/graph/outputs.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { freePort } from '../harness/product.ts';
import { makeWalks, pickWalks } from '../harness/walks.ts';
import { graphOf, nodeOf } from './support/graph.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { choose, paletteOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { ROUTE, routedPipeline } from './support/routed.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();
test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const node = (
  id: string,
  name: string,
  templateId: string,
  nodeType: DraftNode['nodeType'] = 'TRANSFORM',
): DraftNode => ({ id, name, nodeType, templateId, config: {} });

const nodes = {
  in: node('in', 'In', 'tcp', 'SOURCE'),
  parse: node('parse', 'Parse', 'parse_json'),
  route: {
    ...node('route', ROUTE, 'route'),
    config: { routes: [{ name: 'errors', match: {} }], unmatched: 'output' },
  },
  alerts: node('alerts', 'Alerts', 'blackhole', 'SINK'),
  archive: node('archive', 'Archive', 'blackhole', 'SINK'),
};
const draft: Draft = {
  ...emptyDraft('Edited by keys'),
  nodes,
  edges: {
    in: { nodeIds: ['parse'] },
    parse: { nodeIds: ['route'] },
    route: { nodeIds: ['alerts', 'archive'] },
  },
  meta: { route: { outputs: { errors: ['alerts'], unmatched: ['archive'] } } },
};
const added = (name: string) => ({
  nodeType: 'TRANSFORM' as const,
  name,
  templateId: 'parse_json',
  config: {},
});

type Step = { event: EditorEvent; by: (page: Page) => Promise<void> };

const onNode =
  (title: string, keys: string[], ...answers: (string | [typed: string, row: RegExp])[]) =>
  async (page: Page) => {
    // Ends the wait of the last edit for its own node, which would take the focus back.
    await page.keyboard.press('Shift');
    await nodeOf(page, title).focus();
    for (const key of keys) await page.keyboard.press(key);
    for (const answer of answers) {
      const [typed, row] = typeof answer === 'string' ? [answer, answer] : answer;
      const field = paletteOf(page).getByRole('combobox');
      await expect(field).toBeFocused();
      await expect(field).toHaveValue('');
      await choose(page, typed, row);
    }
    await expect(paletteOf(page)).toHaveCount(0);
  };

/** Each step builds on the previous ones; new nodes are new-1, new-2, … */
const STEPS: Step[] = [
  {
    event: { type: 'graph.node.add', node: added('Parse JSON'), afterId: 'parse' },
    by: onNode('Parse', ['a'], 'Parse JSON'),
  },
  {
    event: { type: 'graph.node.insert', node: added('Parse JSON 2'), fromId: 'in', toId: 'parse' },
    by: onNode('In', ['i'], 'Parse JSON'),
  },
  {
    event: { type: 'graph.node.add', node: added('Parse JSON 3'), afterId: 'in', isBranch: true },
    by: onNode('In', ['Shift+b'], 'Parse JSON'),
  },
  {
    event: { type: 'graph.connect', fromId: 'new-3', toId: 'archive' },
    by: onNode('Parse JSON 3', ['c'], 'Archive'),
  },
  {
    event: { type: 'graph.connect', fromId: 'route', toId: 'archive', output: 'errors' },
    by: onNode(ROUTE, ['c'], 'errors', 'Archive'),
  },
  {
    event: { type: 'graph.disconnect', fromId: 'route', toId: 'alerts', output: 'errors' },
    by: onNode(ROUTE, ['Shift+c'], `${ROUTE} → Alerts`),
  },
  {
    event: { type: 'graph.reconnect', fromId: 'new-3', toId: 'archive', newToId: 'alerts' },
    by: onNode('Parse JSON 3', ['Shift+l'], 'Alerts'),
  },
  {
    event: { type: 'graph.merge', fromIds: ['new-3', 'parse'], toId: 'archive' },
    by: async (page) => {
      await onNode('Parse JSON 3', ['x'])(page);
      await onNode('Parse', ['x', 'Shift+j'], 'Archive')(page);
      await onNode('Parse', ['Escape'])(page);
    },
  },
  {
    event: { type: 'graph.node.add', node: added('Parse JSON 4'), afterId: 'route', output: 'unmatched' },
    by: onNode(ROUTE, ['a'], ['unmatched', /unmatched/i], 'Parse JSON'),
  },
  {
    event: { type: 'graph.node.duplicate', nodeIds: ['parse'] },
    by: onNode('Parse', ['d']),
  },
  {
    event: { type: 'graph.node.toggle', nodeIds: ['new-5'] },
    by: onNode('Parse copy', ['Shift+x']),
  },
  {
    event: { type: 'graph.paste', clip: clipOf(draft, ['route']), afterId: 'new-5' },
    by: async (page) => {
      await onNode(ROUTE, ['Control+c'])(page);
      await onNode('Parse copy', ['Control+v'])(page);
    },
  },
  { event: { type: 'graph.node.remove', nodeIds: ['parse'] }, by: onNode('Parse', ['Control+x']) },
  { event: { type: 'graph.node.remove', nodeIds: ['new-2'] }, by: onNode('Parse JSON 2', ['Delete']) },
];
const stepOf = (event: object): number => STEPS.findIndex((step) => step.event === event);

const model = defineModel({
  name: 'edits of the graph in a row',
  machine: pipelineEditorMachine,
  input: {
    siteId: '400000000000000001',
    pipeline: {
      id: '300000000000000001',
      status: 'DEFAULT',
      pendingAction: 'NOP',
      deployedGraphVersion: 0,
      latestGraphVersion: 1,
    },
    draft,
    shownVersion: 1,
    takenNames: [],
  },
  // Undo and redo come first: the next edit discards redo.
  vocabulary: [{ type: 'edit.undo' }, { type: 'edit.redo' }, ...STEPS.map(({ event }) => event)],
  key: ({ context }) => `${context.past.length} done, ${context.future.length} undone`,
  // Each edit is done, undone and redone before the next.
  explore: ({ context: { past, future } }, event) => {
    if (event.type === 'edit.redo') return true;
    if (event.type === 'edit.undo') return future.length === 0;
    return future.length === 0 && stepOf(event) === past.length;
  },
});
const walks = pickWalks(makeWalks(model));

type World = { page: Page };
const byStep = ({ page }: World, event: EditorEvent) => STEPS[stepOf(event)]?.by(page);
const drivers: Drivers<EditorEvent, World> = {
  ...Object.fromEntries(STEPS.map(({ event }) => [event.type, byStep])),
  'edit.undo': ({ page }) => page.keyboard.press('Control+z'),
  'edit.redo': ({ page }) => page.keyboard.press('Control+Shift+z'),
};

const words = (list: string): string[] => list.split(/, | and | by /).sort();

const expected = ({ context }: EditorSnapshot): string[] =>
  Object.values(context.draft.nodes)
    .map(({ id, name, nodeType }) => {
      const targets = (context.draft.edges[id]?.nodeIds ?? []).flatMap((to) => [
        context.draft.nodes[to]?.name ?? to,
        ...outputsTo(context.draft, id, to).map(outputTitle),
      ]);
      const leads = nodeType === 'SINK' ? '' : words(targets.join(', ') || 'nothing').join(' + ');
      return `${name}${context.draft.meta[id]?.disabled ? ' off' : ''} > ${leads}`;
    })
    .sort();

async function shown(page: Page): Promise<string[]> {
  const snapshot = await graphOf(page).ariaSnapshot();
  return [...snapshot.matchAll(/button "([^"]+, \d+ of \d+[^"]*)"/g)]
    .map(([, name = '']) => {
      const [, title] = /^(?:Source, |Destination, )?[^,]+, (.+?), \d+ of \d+/.exec(name) ?? [];
      const [, to = ''] = /connected to (.+)$/.exec(name) ?? [];
      return `${title}${name.includes(', disabled,') ? ' off' : ''} > ${to && words(to).join(' + ')}`;
    })
    .sort();
}

const shows = (page: Page, snapshot: EditorSnapshot) =>
  expect.poll(() => shown(page), { intervals: [20, 50, 100] }).toEqual(expected(snapshot));

test('every graph edit by keys, undone and redone [E2]', async ({ page }) => {
  test.setTimeout(180_000);
  const built = await routedPipeline(running, {
    name: draft.name,
    source: { name: 'In', templateId: 'tcp', config: { port: await freePort() } },
    sinks: [
      { name: 'Alerts', templateId: 'blackhole', config: {} },
      { name: 'Archive', templateId: 'blackhole', config: {} },
    ],
  });
  const address = `${running.product.url}/pipelines/${built.pipelineId}`;
  const walked = await driveAll(walks, {
    drives: Object.keys(drivers),
    create: async () => {
      await page.goto(address);
      await expect(nodeOf(page, 'In')).toBeVisible({ timeout: 30_000 });
      return {
        send: (event) => sendBy(drivers, { page }, event as EditorEvent),
        read: () => 'compared below',
      };
    },
    project: () => 'compared below',
    check: (snapshot) => shows(page, snapshot),
  });
  expect(walked).toBe(walks.edges.size);
  expect(walks.paths).toHaveLength(1);
});
