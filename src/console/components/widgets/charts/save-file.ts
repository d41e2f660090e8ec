/** @param name empty to use the answer's */
export function saveAddress(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  saveAddress(name, address);
  // The download has started by then; keeping the URL would leak memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** `Volume` → `volume-20261121-1432.csv`, in local time. */
export function buildFileName(title: string, ending: string, now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `${slug}-${day}-${two(now.getHours())}${two(now.getMinutes())}.${ending}`;
}
