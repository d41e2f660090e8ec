/** `Mara Hollis` → `MH`, `mara@example.org` → `ME`. */
export const formatInitials = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('');
