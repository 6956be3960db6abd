// What an app's backend and its client do first, with the generated client.
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.DevicesApi;
import org.openapitools.client.api.InboxApi;
import org.openapitools.client.api.TriggersApi;
import org.openapitools.client.model.*;

public class Use {
    static ApiClient client(String url, String credential) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(url);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + credential));
        return client;
    }

    public static void main(String[] arguments) throws Exception {
        ApiClient backend = client(arguments[0], arguments[1]);
        ApiClient anna = client(arguments[0], arguments[2]);

        DeviceInput input = new DeviceInput().provider(Provider.FCM).platform(Platform.ANDROID)
            .token("c".repeat(22) + ":APA91b" + "d".repeat(134));
        RegisteredDevice device = new DevicesApi(anna).registerDevice("me", input, null);

        Audience audience = new Audience(new UsersAudience().users(List.of("anna")));
        Trigger trigger = new Trigger().type("note").entity("thing/t1").to(audience)
            .data(Map.of("title", "Lamp", "text", "It is on."));
        TriggerAnswer answer = new TriggersApi(backend).submitTrigger(trigger, null, null);
        String id = answer.getId();

        for (int attempt = 0; attempt < 150; attempt++) {
            InboxPage page = new InboxApi(anna).inbox(null, 10, null, null, null, null, null, null, null);
            for (Notification row : page.getItems()) {
                if (!id.equals(row.getTrigger())) continue;
                System.out.printf(
                    "{\"device\":\"%s\",\"trigger\":\"%s\",\"title\":\"%s\",\"unread\":%d}%n",
                    device.getId(), id, row.getTitle(), page.getUnreadCount());
                return;
            }
            Thread.sleep(100);
        }
        throw new IllegalStateException("the notification did not arrive");
    }
}
