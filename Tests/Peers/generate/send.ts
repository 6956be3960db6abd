// What a backend does with the generated file: it prints what came of each call, one line of JSON each.
import { Peal, PealError, userToken } from "./peal";

declare const process: { readonly argv: readonly string[] };

async function main(url: string, secretKey: string, task: string): Promise<unknown> {
  const peal = new Peal({ url, secretKey, attempts: 3, timeout: 20_000 });
  if (task === "token") return { token: await userToken("ann", secretKey, { audience: url, keyId: "k1" }) };
  if (task === "kudos") {
    const { id, duplicate } = await peal.kudos({ to: { users: ["ann"] }, from: "Ben", message: "“Well run!”" });
    return { id, duplicate };
  }
  await peal.putUser("ann/1", { name: "Ann", locale: "en-GB", timeZone: "Europe/Berlin", roles: ["member"] });
  await peal.putEntity("event/e 1", { ownerId: "ben", times: { startsAt: new Date(Date.now() + 86_400_000) } });
  await peal.putMembers("event/e 1", [{ user: "ann/1", role: "participant", status: "confirmed" }]);
  await peal.putMember("event/e 1", "ben", { role: "host" });
  await peal.deleteMember("event/e 1", "ben");
  const sent = await peal.depositReminder({
    to: { users: ["ann/1"] },
    entity: "event/e 1",
    event: "Hike",
    amount: { amount: "25.00", currency: "USD" },
    dueOn: "2026-11-25",
    actor: { id: "ben" },
    sendAt: new Date(Date.now() + 3_600_000),
    cancelKey: "hike",
  });
  const asked = await peal.etaRequest({
    to: { members: { of: "self", role: ["participant"] } },
    entity: "event/e 1",
    entities: { "event/e 1": { attributes: { place: "Park" } } },
    host: "Ben",
    event: "Hike",
    startsAt: new Date(Date.now() + 86_400_000),
  });
  const cancelled = [await peal.cancelByKey("hike", { recall: true }), await peal.cancel(sent.id)];
  return { ids: [sent.id, asked.id], cancelled: cancelled.map((one) => one.cancelled) };
}

const [url = "", secretKey = "", task = ""] = process.argv.slice(2);
main(url, secretKey, task).then(
  (found) => console.log(JSON.stringify(found)),
  (error: unknown) => {
    if (error instanceof PealError) {
      console.log(JSON.stringify({ status: error.status, code: error.code, pointers: error.errors.map((one) => one.pointer) }));
    } else {
      console.log(JSON.stringify({ error: String(error) }));
    }
  },
);
