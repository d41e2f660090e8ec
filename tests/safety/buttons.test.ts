import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const ROOMS = ['src/console/views', 'src/console/components', 'src/console/app'];

/**
 * Controls inside a larger widget that handles the keyboard itself, so not commands: count and purpose per
 * file. A new entry is a deliberate decision.
 */
const OWN_PARTS: Record<string, readonly [count: number, of: string]> = {
  'src/console/views/pipeline/editor/EditorDialogs.tsx': [
    3,
    'the answers of the dialog for an edit that someone else saved before',
  ],
  'src/console/views/pipeline/create/CreateStart.tsx': [
    3,
    'makes a source or a destination, or takes a text, for the choice beside it',
  ],
  'src/console/views/pipeline/graph/FindBar.tsx': [3, 'goes through what the search found, and closes it'],
  'src/console/views/pipeline/deploy/LifecycleDialog.tsx': [1, 'closes the dialog, as Escape does'],
  'src/console/views/alerts/RuleTrial.tsx': [
    1,
    'explains one of the times at which an edited rule would have fired, which is stored nowhere',
  ],
  'src/console/views/fleets/ComponentSettings.tsx': [
    1,
    'writes the settings of a component into the text of its form, which is saved later',
  ],
  'src/console/views/fleets/ConfigurationForm.tsx': [1, 'goes to the line of the text that a fault is in'],
  'src/console/views/assistant/FeedbackDialog.tsx': [2, 'the answers of the dialog'],
  'src/console/components/deploy-gate/DeployRefusedDialog.tsx': [1, 'closes the dialog'],
  'src/console/views/pipeline/preview/SamplesDialog.tsx': [1, 'closes the dialog'],
  'src/console/views/pipeline/preview/CaptureDialog.tsx': [
    3,
    'starts a capture, joins one, and closes the dialog',
  ],
  'src/console/views/pipeline/SidePanel.tsx': [1, 'closes the panel, as Escape in it does'],
  'src/console/views/pipeline/versions/ComparePanel.tsx': [1, 'back to the list, as Escape in it does'],
  'src/console/views/pipeline/editor/RaisePrDialog.tsx': [3, 'the answers of the dialog'],
  'src/console/views/pipeline/versions/RestoreDialog.tsx': [3, 'the answers of the dialog'],
  'src/console/views/profile/RecordDialog.tsx': [4, 'the answers of a dialog'],
  'src/console/views/profile/ProfilePage.tsx': [2, 'the way on from a change that was not kept'],
  'src/console/components/commands/CommandButton.tsx': [2, 'the button of a command itself'],
  'src/console/components/palette/ReviewPage.tsx': [3, 'the answers of a review'],
  'src/console/components/entity-form/FormFrame.tsx': [3, 'leaves the form, and sends it in two ways'],
  'src/console/components/connection-form/ConnectionForm.tsx': [
    2,
    'closes the form, and goes back to the choice of its type',
  ],
  'src/console/components/shown-once/ShownOnce.tsx': [1, 'closes the dialog'],
  'src/console/components/entity-form/PanelHead.tsx': [1, 'closes the panel, as Escape in it does'],
  'src/console/components/connection-windows/ConnectionTestDialog.tsx': [
    2,
    'begins a test, and closes the dialog',
  ],
  'src/console/components/connection-windows/InUseDialog.tsx': [1, 'closes the dialog'],
  'src/console/components/explain/ExplainDialog.tsx': [1, 'closes the dialog'],
  'src/console/components/exchange/ExportDialog.tsx': [2, 'saves the file, and closes the dialog'],
  'src/console/components/exchange/ImportDialog.tsx': [4, 'the answers of a dialog'],
  'src/console/components/upload/UploadDialog.tsx': [
    4,
    'chooses a file, sends, raises or collects it, and cancels',
  ],
  'src/console/views/log-search/ValueList.tsx': [
    3,
    'a value of a list that has its own keys, and what + and - do with it by pointer',
  ],
  'src/console/views/log-search/Facets.tsx': [1, 'shows the other fields'],
  'src/console/views/log-search/EventDetails.tsx': [2, 'copies the event, and shows its metadata'],
  'src/console/views/files/FilePanel.tsx': [1, 'closes the panel, as Escape in it does'],
  'src/console/components/connection-form/TypePicker.tsx': [1, 'closes the picker'],
  'src/console/app/errors/pages.tsx': [2, 'ways on from a screen or a console that broke'],
  'src/console/app/errors/whole-pages.tsx': [1, 'the way on from an address that leads nowhere'],
  'src/console/app/errors/session-pages.tsx': [1, 'the way on from a session that ended'],
  'src/console/views/sign-in/SignInPage.tsx': [5, 'the ways to sign in, where there is no console yet'],
  'src/console/app/help/HelpDialog.tsx': [1, 'leads to the keys of the command in its row'],
  'src/console/app/shell/app-switcher.tsx': [1, 'opens the menu of apps'],
  'src/console/app/shell/drawer-button.tsx': [1, 'opens the sidebar where it has no room'],
  'src/console/app/shell/drawer.tsx': [1, 'closes it again'],
  'src/console/views/query/dashboard/Panel.tsx': [1, 'opens the menu of a panel'],
  'src/console/app/shell/user-menu.tsx': [1, 'opens the menu of the person'],
};

const PRESSED = /<(?:button|Button|IconButton)\b((?:[^>{]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|=>)*)>/g;

const screens = ROOMS.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.tsx$/.test(entry.name) && !/\.(test|gallery)\.tsx$/.test(entry.name),
    )
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('src/console/components/widgets/')),
);

const controlsOf = (file: string): string[] => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(PRESSED)].map((match) => {
    const rest = text.slice((match.index ?? 0) + match[0].length);
    return `${match[1]} ${rest.slice(0, rest.search(/<\/(?:button|Button)>/) + 1)}`
      .replace(/\s+/g, ' ')
      .trim();
  });
};

const runsCommand = (control: string) => /runCommand\(|\brun\(|\{\.\.\.props\}/.test(control);

describe('every button is a command or part of a dialog', () => {
  it('finds the buttons', () => {
    const found = screens.flatMap(controlsOf);
    expect(found.length).toBeGreaterThan(10);
  });

  it.each(screens.filter((file) => controlsOf(file).length > 0))('%s', (file) => {
    const [allowed] = OWN_PARTS[file] ?? [0];
    const others = controlsOf(file).filter((control) => !runsCommand(control));
    expect(others, others.join('\n')).toHaveLength(allowed);
  });
});
