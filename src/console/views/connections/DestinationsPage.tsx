import { ConnectionsView } from './ConnectionsView.tsx';

export default function DestinationsPage() {
  return <ConnectionsView kind="destination" />;
}
