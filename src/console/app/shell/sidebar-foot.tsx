import { AssistantEntry } from './assistant-entry.tsx';
import { Bell } from './bell.tsx';

/** What stands at the foot of the sidebar of every app. */
export default function SidebarFoot() {
  return (
    <>
      <AssistantEntry />
      <Bell />
    </>
  );
}
