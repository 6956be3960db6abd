import PealServer
import Testing

@testable import PealCommands

@Suite("The help of peal sandbox")
struct SandboxHelpTests {
    @Test("consists of what the simulators say of themselves")
    func help() {
        let help = SandboxHelp(.shipped)
        #expect(help.portCount == "seven")
        let text = help.discussion
        #expect(
            text.contains(
                """
                {"ready":true,"url":…,"fcm":…,"apns":…,"apnsSandbox":…,"expo":…,"webpush":…,"fcmHTTP2":…,"webpushHTTP2":…}
                """
            )
        )
        #expect(
            text.contains(
                """
                Control calls, at url: GET /service-account?project=, GET /apns/credentials?app=, GET /root.pem, POST \
                /expo/access-token {"project"}, POST /phones/tokens {"provider","project","count","environment","kind",\
                "vapidPublicKey"}, POST /phones/retire {"provider","token"},
                """
            )
        )
        #expect(text.contains("APNs, Web Push and FCM over HTTP/2 use TLS with a certificate signed by the root"))
        #expect(
            text.contains(
                """
                With --port N, FCM and the control calls are at N, APNs at N+1, APNs for development builds at N+2, Expo at \
                N+3, Web Push at N+4, FCM over HTTP/2 at N+5 and Web Push over HTTP/2 at N+6, so that
                """
            )
        )
    }
}
