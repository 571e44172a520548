/** Does `work` while `thing` stands, and then takes that away. */
export async function during(thing: Disposable, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    thing[Symbol.dispose]();
  }
}
