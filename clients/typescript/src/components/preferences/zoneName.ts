/** The name of a time zone in a language, such as "Central European Time"; the zone itself where the browser does not know it. */
export function zoneName(tag: string, zone: string): string {
  try {
    const options = { timeZone: zone, timeZoneName: 'longGeneric' } as Intl.DateTimeFormatOptions;
    const parts = new Intl.DateTimeFormat(tag, options).formatToParts(0);
    return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
  } catch {
    return zone;
  }
}
