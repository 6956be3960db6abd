/** The address of a site that shows an app path, by the app's form: a prefix, or a text with `{link}`. */
export function addressOf(origin: string, path: string, form = ''): string {
  const address = form.includes('{link}') ? form.replace('{link}', encodeURIComponent(path)) : form + path;
  return new URL(address, origin).href;
}
